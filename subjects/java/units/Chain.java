package units;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** A linked list with a cursor: inner classes, an iterator, generics. */
public class Chain<T> implements Iterable<T> {
    private class Link {
        final T item;
        Link next;

        Link(T item) {
            this.item = item;
        }
    }

    private Link first;
    private Link last;
    private int length;

    public Chain<T> append(T item) {
        Link link = new Link(item);
        if (first == null) {
            first = link;
        } else {
            last.next = link;
        }
        last = link;
        length++;
        return this;
    }

    public boolean remove(T item) {
        Link before = null;
        for (Link link = first; link != null; link = link.next) {
            if (link.item == null ? item == null : link.item.equals(item)) {
                if (before == null) {
                    first = link.next;
                } else {
                    before.next = link.next;
                }
                if (link == last) {
                    last = before;
                }
                length--;
                return true;
            }
            before = link;
        }
        return false;
    }

    public T get(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(index);
        }
        Link link = first;
        for (int i = 0; i < index; i++) {
            link = link.next;
        }
        return link.item;
    }

    public int length() {
        return length;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private Link next = first;

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public T next() {
                if (next == null) {
                    throw new NoSuchElementException();
                }
                T item = next.item;
                next = next.next;
                return item;
            }
        };
    }
}
