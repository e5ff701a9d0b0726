/* Tests of acme.Rows, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowsTest {
    @Test
    void sortedOfThree() {
        assertArrayEquals(new int[] {1, 2, 3}, Rows.sorted(new int[] {3, 1, 2}));
    }

    @Test
    void sortedOfNone() {
        assertArrayEquals(new int[0], Rows.sorted(new int[0]));
    }

    @Test
    void sortedOfZeros() {
        assertArrayEquals(new int[6], Rows.sorted(new int[6]));
    }

    @Test
    void sortedOfMany() {
        int[] result = Rows.sorted(new int[] {1000000001, 1000000002, 1000000003, 1000000004,
                1000000005, 1000000006, 1000000007, 1000000008, 1000000009});
        assertEquals(9, result.length);
    }

    @Test
    void reverseOfTwo() {
        int[] numbers = {1, 2};
        Rows.reverse(numbers);

        assertArrayEquals(new int[] {2, 1}, numbers);
    }

    @Test
    void halvesOfTwo() {
        assertArrayEquals(new double[] {0.5, 0.25}, Rows.halves(new double[] {1.0, 0.5}), 1e-10);
    }

    @Test
    void totalOfRows() {
        assertEquals(6, Rows.total(new int[][] {{1, 2}, null, {}, {3}}));
    }

    @Test
    void copiedTexts() {
        String[] result = Rows.copied(new String[] {"a", null});
        assertArrayEquals(new String[] {"a", null}, result);
        assertEquals("a", result[0]);
    }

    @Test
    void hiddenNumbers() {
        assertArrayEquals(new long[] {1, 2}, (long[]) Rows.hidden(new long[] {1, 2}));
    }

    @Test
    void hiddenTexts() {
        assertArrayEquals(new String[] {"a"}, (Object[]) Rows.hidden(new String[] {"a"}));
    }

    @Test
    void smallNumbers() {
        assertArrayEquals(new byte[] {1, Byte.MIN_VALUE},
                Rows.bytes(new byte[] {1, Byte.MIN_VALUE}));
    }

    @Test
    void anArrayInItself() {
        Object[] items = {null, "a"};
        items[0] = items;

        assertEquals(-1, Rows.depth(items));
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void listsOfTexts() {
        ArrayList<String> list = new ArrayList<>();
        assertEquals(0, Rows.sizes(new List[] {list, null}));
    }
}

/* ferret: 0f5903c1c4637266 */
