package units;

/** A red-black tree that leans to the left. */
public class Tree {
    private static final class Node {
        int key;
        boolean red = true;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public boolean add(int key) {
        int before = size;
        root = add(root, key);
        root.red = false;
        return size > before;
    }

    private Node add(Node node, int key) {
        if (node == null) {
            size++;
            return new Node(key);
        }
        if (key < node.key) {
            node.left = add(node.left, key);
        } else if (key > node.key) {
            node.right = add(node.right, key);
        } else {
            return node;
        }
        if (isRed(node.right) && !isRed(node.left)) {
            Node right = node.right;
            node.right = right.left;
            right.left = node;
            right.red = node.red;
            node.red = true;
            node = right;
        }
        if (isRed(node.left) && isRed(node.left.left)) {
            Node left = node.left;
            node.left = left.right;
            left.right = node;
            left.red = node.red;
            node.red = true;
            node = left;
        }
        if (isRed(node.left) && isRed(node.right)) {
            node.red = true;
            node.left.red = false;
            node.right.red = false;
        }
        return node;
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    public boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    public int height() {
        return height(root);
    }

    private static int height(Node node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }

    public int size() {
        return size;
    }
}
