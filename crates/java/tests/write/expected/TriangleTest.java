/* Tests of acme.Triangle, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TriangleTest {
    @Test
    void classifyReturnsScalene() {
        assertEquals(Triangle.Kind.SCALENE, Triangle.classify(3, 4, 5));
    }

    @Test
    void classifyThrowsIllegalArgumentException() {
        assertThrows(IllegalArgumentException.class,
                () -> Triangle.classify(0, -1, Integer.MAX_VALUE));
    }
}

/* ferret: c5aa401e79dd4725 */
