/* Tests of acme.Source, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
}

/* ferret: 8ab367509d07dd0c */
// readsInput: it relies on standard input
