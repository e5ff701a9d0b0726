// math: BigInteger
import java.math.BigInteger;

public class BigIntegers {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        BigInteger other = new BigInteger("-123456789012345678901234567890");
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.add(other) + " " + factorial.divide(other) + " " + factorial.mod(other.negate()));
        System.out.println(other.remainder(BigInteger.TEN) + " " + other.signum() + other.abs().sqrt() + " " + other.shiftLeft(70) + " " + other.shiftRight(33) + " "
            + other.and(factorial) + " " + other.not() + " " + other.hashCode() + " " + other.toString(36));
        System.out.println(BigInteger.TWO.pow(200) + " " + BigInteger.valueOf(3).modPow(new BigInteger("1000"), BigInteger.valueOf(1009)) + " "
            + BigInteger.valueOf(17).modInverse(BigInteger.valueOf(3120)) + " " + BigInteger.valueOf(48).gcd(BigInteger.valueOf(180)) + " "
            + new BigInteger("1000000007").isProbablePrime(20) + " " + BigInteger.valueOf(90).nextProbablePrime());
        System.out.println(new BigInteger("ff", 16).longValue() + " " + factorial.doubleValue() + " " + factorial.intValue() + " " + new BigInteger(new byte[] {-1, 0})
            + " " + java.util.Arrays.toString(other.toByteArray()) + " " + BigInteger.TEN.compareTo(BigInteger.ONE) + BigInteger.TEN.testBit(1));
        for (Runnable bad : new Runnable[] {() -> BigInteger.ONE.divide(BigInteger.ZERO), () -> new BigInteger("1x"), () -> BigInteger.TWO.pow(-1), () -> factorialExact(BigInteger.TWO.pow(64))}) {
            try {
                bad.run();
            } catch (ArithmeticException | NumberFormatException error) {
                System.out.println(error.getMessage());
            }
        }
    }

    static long factorialExact(BigInteger value) {
        return value.longValueExact();
    }
}
