/* Tests of acme.List, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Collections;

class ListTest {
    @org.junit.jupiter.api.Test
    void numbersReturnsEmptyList() {
        java.util.List<Integer> list = Collections.emptyList();
        List list2 = new List(list);
        java.util.List<Integer> numbers = list2.numbers();

        assertEquals(Collections.emptyList(), numbers);
        assertSame(list, numbers);
    }

    @org.junit.jupiter.api.Test
    void stringReturnsText() {
        Test test = new Test("a");
        assertEquals("a", test.string());
    }
}

/* ferret: 9464279f08c8ba0e */
