// library: Random with a seed
import java.util.Random;
import java.util.SplittableRandom;

public class Randoms {
    public static void main(String[] args) {
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextLong() + " " + random.nextDouble() + " "
            + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian() + " " + random.nextInt(1 << 20));
        byte[] bytes = new byte[6];
        random.nextBytes(bytes);
        System.out.println(java.util.Arrays.toString(bytes) + " " + random.ints(5, 0, 10).boxed().toList());
        System.out.println(new Random(0).nextInt(7) + " " + new Random(-1).doubles(2).boxed().toList() + " " + random.nextInt(5, 9));
        System.out.println(new SplittableRandom(3).nextInt(1000) + " " + new SplittableRandom(3).split().nextLong());
        try {
            random.nextInt(0);
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
