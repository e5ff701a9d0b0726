// numerics: bits of floating numbers
public class FloatBits {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1, -1.5, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, 1 / 0.0, Math.PI};
        for (double value : values) {
            System.out.println(Long.toHexString(Double.doubleToLongBits(value)) + " "
                + Integer.toHexString(Float.floatToIntBits((float) value)) + " " + Double.toHexString(value) + " "
                + Double.hashCode(value) + " " + Double.isFinite(value) + " " + Float.hashCode((float) value));
        }
        System.out.println(Double.longBitsToDouble(0x3ff8000000000000L) + " " + Float.intBitsToFloat(0x40490fdb));
        System.out.println(Double.isNaN(Double.longBitsToDouble(0x7ff0000000000001L)));
        System.out.println(Float.MIN_NORMAL + " " + Double.MIN_NORMAL + " " + 0x1.8p3 + " " + 0x1p-3f);
    }
}
