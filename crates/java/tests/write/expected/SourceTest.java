/* Tests of acme.Source, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        assertTrue(source.equals(other));
        assertEquals(source, other);
        assertEquals("abc", other.getText());
    }

    @Test
    void readsInput() throws Exception {
        InputStream in = System.in;
        System.setIn(new ByteArrayInputStream(new byte[] {1}));
        try {
            new Source("abc");
        } finally {
            System.setIn(in);
        }
    }
}

/* ferret: 2f990d1f9022c681 */
// readsFile: it relies on a file
