// exceptions: a stack overflow is caught and work goes on
public class StackOverflow {
    static int depth;

    static int down(int n) {
        depth++;
        return down(n + 1) + 1;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                down(0);
            } catch (StackOverflowError error) {
                System.out.println("caught " + (depth > 500) + " " + error.getMessage());
            }
            depth = 0;
        }
        try {
            Object[] loop = new Object[1];
            loop[0] = loop;
            System.out.println(java.util.Arrays.deepToString(loop));
            java.util.List<Object> list = new java.util.ArrayList<>();
            list.add(list);
            System.out.println(list);
            System.out.println(list.hashCode());
        } catch (StackOverflowError error) {
            System.out.println("hash of itself");
        }
    }
}
