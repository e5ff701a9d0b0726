package acme;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

public class Stack<E> implements Iterable<E> {
    private final ArrayList<E> elements = new ArrayList<>();

    public void push(E element) {
        elements.add(element);
    }

    public E pop() {
        if (elements.isEmpty()) {
            throw new NoSuchElementException();
        }
        return elements.remove(elements.size() - 1);
    }

    public int size() {
        return elements.size();
    }

    public boolean isEmpty() {
        return elements.isEmpty();
    }

    public List<E> toList() {
        return elements;
    }

    public Stack<E> self() {
        return this;
    }

    public Cursor cursor() {
        return new Cursor(0);
    }

    public class Cursor {
        private int at;

        Cursor(int at) {
            this.at = at;
        }

        public E next() {
            return elements.get(at++);
        }
    }

    @Override
    public Iterator<E> iterator() {
        return elements.iterator();
    }

    @Override
    public String toString() {
        return elements.toString();
    }
}
