/* Tests of acme.Values, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ValuesTest {
    @Test
    void nextByte() {
        assertEquals(-2, Values.next((byte) -3));
    }

    @Test
    void nextShort() {
        assertEquals(Short.MIN_VALUE, Values.next(Short.MAX_VALUE));
    }

    @Test
    void nextChar() {
        assertEquals('b', Values.next('a'));
    }

    @Test
    void nextInt() {
        assertEquals(Integer.MIN_VALUE, Values.next(Integer.MAX_VALUE));
    }

    @Test
    void nextLong() {
        assertEquals(2, Values.next(1L));
    }

    @Test
    void halfFloat() {
        assertEquals(0.25f, Values.half(0.5f), 1e-6f);
    }

    @Test
    void halfDouble() {
        assertEquals(5e299, Values.half(1e300), 1e290);
    }

    @Test
    void halfNaN() {
        assertEquals(Double.NaN, Values.half(Double.NaN));
    }

    @Test
    void notTrue() {
        assertFalse(Values.not(true));
    }

    @Test
    void boxedInt() {
        assertEquals(6, Values.boxed(5));
    }

    @Test
    void boxedDouble() {
        assertEquals(1.0, Values.doubled(0.5), 1e-9);
    }

    @Test
    void boxedBoolean() {
        assertTrue(Values.negated(false));
    }

    @Test
    void anyLong() {
        assertEquals(5L, Values.any(5L));
    }

    @Test
    void anyShort() {
        assertEquals((short) 5, Values.any((short) 5));
    }

    @Test
    void anyChar() {
        assertEquals('x', Values.any('x'));
    }

    @Test
    void smallByte() {
        assertEquals((byte) 5, Values.small((byte) 5));
    }

    @Test
    void sameNumber() {
        Integer a = 1000;
        assertTrue(Values.same(a, a));
    }

    @Test
    void sameNumbers() {
        assertFalse(Values.same(1000, 1000));
    }

    @Test
    void lengthOfABuilder() {
        StringBuilder builder = new StringBuilder("abc");
        assertEquals(3, Values.length(builder));
    }

    @Test
    void hashOfANumber() {
        assertEquals(5, Integer.valueOf(5).hashCode());
    }

    @Test
    void fieldsOfValues() {
        Values values = new Values();
        values.held = "kept";
        values.count = 3;

        assertEquals(3, values.count);
        assertEquals("kept", values.held);
    }

    @Test
    void nameIsSet() {
        String name = Values.name;
        Values.name = "other";
        String name2 = Values.name;
        Values.name = name;

        assertEquals("other", name2);
    }

    @Test
    void emptyIsNotAny() {
        Object result = Values.any(Values.EMPTY);
        assertEquals(Values.EMPTY, result);
        assertSame(Values.EMPTY, result);
    }
}

/* ferret: 3fb2e37a02333d4c */
