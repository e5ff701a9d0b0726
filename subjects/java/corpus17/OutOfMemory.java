// exceptions: too large an array is refused
import java.util.ArrayList;
import java.util.List;

public class OutOfMemory {
    public static void main(String[] args) {
        try {
            int[] huge = new int[Integer.MAX_VALUE];
            System.out.println(huge.length);
        } catch (OutOfMemoryError error) {
            System.out.println("refused");
        }
        try {
            long[][] grid = new long[1 << 20][1 << 20];
            System.out.println(grid.length);
        } catch (OutOfMemoryError error) {
            System.out.println("refused again");
        }
        List<Integer> after = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            after.add(i);
        }
        System.out.println(after.size());
    }
}
