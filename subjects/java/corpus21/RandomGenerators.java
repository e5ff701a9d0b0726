// library: generators by name and RandomGenerator's defaults
import java.util.Random;
import java.util.random.RandomGenerator;

public class RandomGenerators {
    public static void main(String[] args) {
        RandomGenerator generator = new Random(5);
        System.out.println(generator.nextInt(3, 9) + " " + generator.nextDouble(1, 2) + " " + generator.nextLong(100) + " " + generator.nextExponential());
        Random from = Random.from(generator);
        System.out.println(from.nextInt() + " " + generator.ints(3, 0, 10).boxed().toList());
    }
}
