/* Tests of acme.Overloads, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadsTest {
    @Test
    void nulls() {
        String result = Overloads.of((Object) null);
        String result2 = Overloads.of((String) null);
        String result3 = Overloads.of((Integer) null);
        String result4 = Overloads.of((char[]) null);

        assertEquals("list", Overloads.of((List<String>) null));
        assertEquals("object", result);
        assertEquals("string", result2);
        assertEquals("integer", result3);
        assertEquals("chars", result4);
    }

    @Test
    void numbers() {
        String result = Overloads.of(5);
        String result2 = Overloads.of(Integer.valueOf(5));
        String result3 = Overloads.of((Object) Integer.valueOf(5));
        String result4 = Overloads.of(5L);
        String result5 = Overloads.of((byte) 5);

        assertEquals("object", Overloads.of(Byte.valueOf((byte) 5)));
        assertEquals("int", result);
        assertEquals("integer", result2);
        assertEquals("object", result3);
        assertEquals("long", result4);
        assertEquals("byte", result5);
    }

    @Test
    void lists() {
        ArrayList<String> list = new ArrayList<>();
        String result = Overloads.of(list);
        String result2 = Overloads.of((Collection<String>) list);
        String result3 = Overloads.of((Object) list);

        assertEquals("object", Overloads.of((Object) "text"));
        assertEquals("list", result);
        assertEquals("collection", result2);
        assertEquals("object", result3);
    }

    @Test
    void removeOfAnObject() {
        ArrayList<Integer> list = new ArrayList<>();
        list.add(7);

        assertTrue(list.remove(Integer.valueOf(7)));
    }

    @Test
    void sumOfNone() {
        assertEquals(0, Overloads.sum());
    }

    @Test
    void sumOfThree() {
        assertEquals(6, Overloads.sum(1, 2, 3));
    }

    @Test
    void sumOfNull() {
        assertThrows(NullPointerException.class, () -> Overloads.sum((int[]) null));
    }

    @Test
    void newOfTwo() {
        Overloads overloads = new Overloads("a", "b");
        assertArrayEquals(new String[] {"a", "b"}, overloads.names);
    }

    @Test
    void newOfNull() {
        Overloads overloads = new Overloads((String[]) null);
        assertNull(overloads.names);
    }

    @Test
    void joinOfTexts() {
        assertEquals("a-null-1-2-", Overloads.join("-", "a", null, 1, 2L));
    }

    @Test
    void joinOfNull() {
        assertEquals("null", Overloads.join("-", (Object[]) null));
    }

    @Test
    void joinOfOneNull() {
        assertEquals("null-", Overloads.join("-", new Object[] {null}));
    }

    @Test
    void joinOfTextArray() {
        assertEquals("a-b-", Overloads.join("-", (Object[]) new String[] {"a", "b"}));
    }

    @Test
    void manyOfOne() {
        String result = Overloads.many(1);
        String result2 = Overloads.many(new Object[] {1});
        String result3 = Overloads.many(1, 2);

        assertEquals("all", Overloads.many());
        assertEquals("one", result);
        assertEquals("all", result2);
        assertEquals("all", result3);
    }
}

/* ferret: d6c2ad7e0cd796b8 */
