// objects: own list, tree and graph
import java.util.ArrayDeque;
import java.util.Deque;

public class LinkedStructures {
    static class Tree<T extends Comparable<T>> {
        private class Node {
            final T value;
            Node left;
            Node right;

            Node(T value) {
                this.value = value;
            }
        }

        private Node root;
        private int size;

        boolean add(T value) {
            if (root == null) {
                root = new Node(value);
                size++;
                return true;
            }
            Node at = root;
            while (true) {
                int order = value.compareTo(at.value);
                if (order == 0) {
                    return false;
                }
                Node next = order < 0 ? at.left : at.right;
                if (next == null) {
                    if (order < 0) {
                        at.left = new Node(value);
                    } else {
                        at.right = new Node(value);
                    }
                    size++;
                    return true;
                }
                at = next;
            }
        }

        int height(Node node) {
            return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
        }

        String inOrder() {
            StringBuilder out = new StringBuilder();
            Deque<Node> stack = new ArrayDeque<>();
            Node at = root;
            while (at != null || !stack.isEmpty()) {
                while (at != null) {
                    stack.push(at);
                    at = at.left;
                }
                at = stack.pop();
                out.append(at.value).append(' ');
                at = at.right;
            }
            return out.toString();
        }
    }

    public static void main(String[] args) {
        Tree<Integer> tree = new Tree<>();
        for (int i = 0; i < 40; i++) {
            tree.add(i * 29 % 41);
        }
        System.out.println(tree.inOrder() + tree.size + " " + tree.height(tree.root) + " " + tree.add(7));
        Tree<String> words = new Tree<>();
        for (String word : "one two three four five two".split(" ")) {
            words.add(word);
        }
        System.out.println(words.inOrder() + words.size);
    }
}
