/* Tests of acme.Stack, written by Ferret. */
package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collections;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class StackTest {
    @Test
    void popThrowsNoSuchElementException() {
        Stack<String> stack = new Stack<>();
        assertThrows(NoSuchElementException.class, () -> stack.pop());
    }

    @Test
    void popReturnsLastText() {
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push(null);
        stack.push("it's \\\"b\\\"\n");

        assertEquals("it's \\\"b\\\"\n", stack.pop());
        assertEquals(2, stack.size());
        assertFalse(stack.isEmpty());
        assertEquals("[a, null]", stack.toString());
        assertEquals(Arrays.asList("a", null), stack.toList());
    }

    @Test
    void popReturnsNull() {
        Stack<String> stack = new Stack<>();
        stack.push(null);

        assertNull(stack.pop());
        assertEquals(Collections.emptyList(), stack.toList());
    }

    @Test
    void selfReturnsItself() {
        Stack<String> stack = new Stack<>();
        Stack<String> self = stack.self();

        assertSame(stack, self);
        assertEquals(Stack.class, self.getClass());
    }

    @Test
    void oneTextTwice() {
        Stack<String> stack = new Stack<>();
        stack.push("twice");
        stack.push("twice");

        assertSame("twice", stack.pop());
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void cursorOfAnEmptyStack() {
        Stack<String> stack = new Stack<>();
        assertNotNull(stack.new Cursor(1));
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void anythingInARawStack() {
        Stack stack = new Stack();
        stack.push(5);
        stack.push(true);

        assertEquals(true, stack.pop());
    }
}

/* ferret: 59e8b3eb73984d53 */
