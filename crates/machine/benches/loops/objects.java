class Loop {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static int loop(int n, int seed) {
        int s = seed;
        Node last = null;
        for (int i = 0; i < n; i++) {
            Node node = new Node(s, last);
            s = s * 31 + node.value;
            last = (i & 15) == 0 ? null : node;
        }
        return s;
    }
}
