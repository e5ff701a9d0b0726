package guarded;

/** A search tree of numbers: what is left of a node is smaller, what is right of it is greater. */
public class IntTree {
    private static final class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public boolean add(int key) {
        if (root == null) {
            root = new Node(key);
            size = 1;
            return true;
        }
        Node at = root;
        while (true) {
            if (key == at.key) {
                return false;
            }
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                break;
            }
            at = next;
        }
        if (key < at.key) {
            at.left = new Node(key);
        } else {
            at.right = new Node(key);
        }
        size++;
        return true;
    }

    public boolean contains(int key) {
        Node at = root;
        while (at != null && at.key != key) {
            at = key < at.key ? at.left : at.right;
        }
        return at != null;
    }

    public int size() {
        return size;
    }

    /** What shape the tree has. */
    public String shape() {
        if (root == null) {
            return "empty";
        }
        if (root.left != null && root.left.key > root.key) { // never
            return "broken";
        }
        if (root.left != null && root.right != null) {
            if (root.left.left != null && root.right.right != null) {
                return "wide";
            }
            return "balanced";
        }
        if (size >= 3 && root.left == null) {
            return "leaning right";
        }
        if (size >= 3) {
            return "leaning left";
        }
        return "small";
    }
}
