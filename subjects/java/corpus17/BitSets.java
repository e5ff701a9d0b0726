// library: BitSet
import java.util.BitSet;

public class BitSets {
    public static void main(String[] args) {
        BitSet primes = new BitSet();
        primes.set(2, 200);
        for (int i = 2; i * i < 200; i++) {
            if (primes.get(i)) {
                for (int j = i * i; j < 200; j += i) {
                    primes.clear(j);
                }
            }
        }
        System.out.println(primes + " " + primes.cardinality() + " " + primes.length() + " " + primes.size());
        BitSet other = BitSet.valueOf(new long[] {0xf0f0L, 1});
        BitSet both = (BitSet) primes.clone();
        both.and(other);
        System.out.println(both + " " + other.nextClearBit(4) + other.previousSetBit(60) + other.intersects(primes) + other.hashCode());
        other.xor(primes);
        other.flip(3, 9);
        other.andNot(both);
        System.out.println(other.nextSetBit(20) + " " + other.cardinality() + other.stream().limit(5).boxed().toList() + other.toLongArray().length);
    }
}
