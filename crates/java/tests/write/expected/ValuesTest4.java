/* Tests of acme.Values, written by Ferret. */
package acme;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ValuesTest {
    @Test
    public void nextByte() {
        assertEquals(-2, Values.next((byte) -3));
    }

    @Test
    public void nextShort() {
        assertEquals(Short.MIN_VALUE, Values.next(Short.MAX_VALUE));
    }

    @Test
    public void nextChar() {
        assertEquals('b', Values.next('a'));
    }

    @Test
    public void nextInt() {
        assertEquals(Integer.MIN_VALUE, Values.next(Integer.MAX_VALUE));
    }

    @Test
    public void nextLong() {
        assertEquals(2, Values.next(1L));
    }

    @Test
    public void halfFloat() {
        assertEquals(0.25f, Values.half(0.5f), 1e-6f);
    }

    @Test
    public void halfDouble() {
        assertEquals(5e299, Values.half(1e300), 1e290);
    }

    @Test
    public void halfNaN() {
        assertEquals(Double.NaN, Values.half(Double.NaN), 0.0);
    }

    @Test
    public void notTrue() {
        assertFalse(Values.not(true));
    }

    @Test
    public void boxedInt() {
        assertEquals(Integer.valueOf(6), Values.boxed(5));
    }

    @Test
    public void boxedDouble() {
        assertEquals(1.0, Values.doubled(0.5), 1e-9);
    }

    @Test
    public void boxedBoolean() {
        assertTrue(Values.negated(false));
    }

    @Test
    public void anyLong() {
        assertEquals(5L, Values.any(5L));
    }

    @Test
    public void anyShort() {
        assertEquals((short) 5, Values.any((short) 5));
    }

    @Test
    public void anyChar() {
        assertEquals('x', Values.any('x'));
    }

    @Test
    public void smallByte() {
        assertEquals(Byte.valueOf((byte) 5), Values.small((byte) 5));
    }

    @Test
    public void sameNumber() {
        Integer a = 1000;
        assertTrue(Values.same(a, a));
    }

    @Test
    public void sameNumbers() {
        assertFalse(Values.same(1000, 1000));
    }

    @Test
    public void lengthOfABuilder() {
        StringBuilder builder = new StringBuilder("abc");
        assertEquals(3, Values.length(builder));
    }

    @Test
    public void hashOfANumber() {
        assertEquals(5, Integer.valueOf(5).hashCode());
    }

    @Test
    public void fieldsOfValues() {
        Values values = new Values();
        values.held = "kept";
        values.count = 3;

        assertEquals(3, values.count);
        assertEquals("kept", values.held);
    }

    @Test
    public void nameIsSet() {
        String name = Values.name;
        Values.name = "other";
        String name2 = Values.name;
        Values.name = name;

        assertEquals("other", name2);
    }

    @Test
    public void emptyIsNotAny() {
        Object result = Values.any(Values.EMPTY);
        assertEquals(Values.EMPTY, result);
        assertSame(Values.EMPTY, result);
    }
}

/* ferret: 69d7f19724f6bbe9 */
