// exceptions: messages that say what was null
public class HelpfulNullMessages {
    static class Node {
        Node next;
        int[] data;
        String name;

        Node follow() {
            return next;
        }
    }

    static Node root;

    static void attempt(Runnable work) {
        try {
            work.run();
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
    }

    static void fields(Node node) {
        attempt(() -> System.out.println(root.next));
        try {
            System.out.println(node.next.next.name.length());
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
        try {
            node.follow().follow();
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
        try {
            node.data[3] = 1;
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
        try {
            System.out.println(node.data.length);
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
        try {
            Node[][] nodes = new Node[2][];
            nodes[1][0].name = "x";
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
        try {
            root.name = "x";
        } catch (NullPointerException error) {
            System.out.println(error.getMessage());
        }
    }

    public static void main(String[] args) {
        Node node = new Node();
        fields(node);
    }
}
