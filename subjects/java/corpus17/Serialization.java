// library: objects written and read back
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Serialization {
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        transient int skipped = 5;
        Node next;
        int[] data = {1, 2, 3};

        Node(String name) {
            this.name = name;
        }
    }

    enum Colour { RED, GREEN }

    record Pair(int a, String b) implements Serializable {
        Pair {
            System.out.println("constructed");
        }
    }

    static Object copy(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node node = new Node("a");
        node.next = node;
        Node copied = (Node) copy(node);
        System.out.println(copied.name + (copied.next == copied) + copied.skipped + copied.data[2]);
        System.out.println(copy(new ArrayList<>(List.of(1, "two", 3.0))) + " " + copy(new TreeMap<>(Map.of("k", 1L))) + " " + (copy(Colour.RED) == Colour.RED) + " " + copy(new Pair(1, "x")));
        try {
            copy(new Object());
        } catch (NotSerializableException error) {
            System.out.println(error.getMessage());
        }
    }
}
