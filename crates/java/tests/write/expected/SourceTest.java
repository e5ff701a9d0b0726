/* Tests of acme.Source, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class SourceTest {
    @Test
    void newSourceThrowsIOException() {
        assertThrows(IOException.class, () -> new Source(""));
    }

    @Test
    @SuppressWarnings("deprecation")
    void firstReturnsLetter() throws Exception {
        Source source = new Source("abc");
        assertEquals('a', source.first());
    }

    @Test
    @SuppressWarnings({"deprecation", "removal"})
    void lastReturnsLetter() throws Exception {
        Source source = new Source("abc");
        assertEquals('c', source.last());
    }

    @Test
    void equalsReturnsTrue() throws Exception {
        Source source = new Source("abc");
        Source other = new Source("abc");

        assertEquals(source, other);
        assertEquals(source, other);
        assertEquals("abc", other.getText());
    }

    @Test
    void readsInput() {
        InputStream in = System.in;
        System.setIn(new ByteArrayInputStream(new byte[] {1}));
        try {
            assertDoesNotThrow(() -> new Source("abc"));
        } finally {
            System.setIn(in);
        }
    }
}

/* ferret: 38dd8c015a42abad */
// readsFile: it relies on a file
