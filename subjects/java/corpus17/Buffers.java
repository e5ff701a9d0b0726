// files: nio buffers
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;

public class Buffers {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocate(24);
        buffer.putInt(0x01020304).putLong(-5L).put((byte) 9).putChar('x').putShort((short) -1);
        System.out.println(buffer + " " + buffer.flip() + " " + buffer.getInt() + " " + buffer.getLong() + " " + buffer.get() + buffer.getChar() + buffer.hasRemaining());
        buffer.clear().order(ByteOrder.LITTLE_ENDIAN);
        System.out.println(buffer.getInt(0) + " " + buffer.order() + " " + buffer.position(4).slice().getLong());
        buffer.putDouble(8, 2.5).putFloat(16, 1.5f);
        System.out.println(buffer.getDouble(8) + " " + buffer.getFloat(16) + " " + buffer.asIntBuffer().get(0));
        IntBuffer ints = IntBuffer.wrap(new int[] {3, 1, 2});
        System.out.println(ints.get(1) + " " + ints.duplicate().position(2).get() + " " + ints.compareTo(IntBuffer.wrap(new int[] {3, 2})));
        CharBuffer chars = CharBuffer.wrap("hello");
        System.out.println(chars.subSequence(1, 3) + " " + chars.length() + " " + chars.charAt(4));
        try {
            ByteBuffer.allocate(2).putInt(1);
        } catch (BufferOverflowException error) {
            System.out.println("overflow");
        }
        try {
            ByteBuffer.allocate(2).asReadOnlyBuffer().put((byte) 1);
        } catch (java.nio.ReadOnlyBufferException error) {
            System.out.println("read only");
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        direct.putLong(0, 77).put(8, (byte) 1);
        System.out.println(direct.getLong(0) + " " + direct.isDirect() + " " + direct.compact().position());
    }
}
