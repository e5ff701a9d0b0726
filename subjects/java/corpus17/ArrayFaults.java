// arrays: what goes wrong with arrays
public class ArrayFaults {
    static void attempt(Runnable work) {
        try {
            work.run();
            System.out.println("fine");
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getName() + ": " + error.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] ints = new int[3];
        Object[] objects = new Integer[2];
        attempt(() -> ints[3] = 1);
        attempt(() -> ints[-1]++);
        attempt(() -> System.out.println(new byte[0][0].length + new char[0][1].length));
        attempt(() -> objects[0] = "text");
        attempt(() -> objects[1] = 5);
        attempt(() -> objects[1] = null);
        attempt(() -> System.out.println(new int[-5].length));
        attempt(() -> {
            Number[] numbers = (Number[]) objects;
            String[] strings = (String[]) (Object) numbers;
        });
        attempt(() -> System.arraycopy(ints, 1, ints, 2, 3));
        attempt(() -> System.arraycopy(ints, 0, new long[3], 0, 1));
        attempt(() -> System.arraycopy("no", 0, ints, 0, 1));
        attempt(() -> System.arraycopy(new Object[] {1, 2, "x", 4}, 0, new Integer[4], 0, 4));
        attempt(() -> System.arraycopy(ints, 0, ints, -1, 1));
    }
}
