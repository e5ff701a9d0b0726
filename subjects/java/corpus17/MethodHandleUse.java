// reflection: method handles and variable handles
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

public class MethodHandleUse {
    int field = 1;

    static String join(String a, int b) {
        return a + b;
    }

    int twice(int x) {
        return 2 * x + field;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle join = lookup.findStatic(MethodHandleUse.class, "join", MethodType.methodType(String.class, String.class, int.class));
        System.out.println((String) join.invokeExact("a", 1) + join.invoke("b", (short) 2) + join.invokeWithArguments("c", 3) + " " + join.type());
        MethodHandle twice = lookup.findVirtual(MethodHandleUse.class, "twice", MethodType.methodType(int.class, int.class));
        MethodHandleUse object = new MethodHandleUse();
        System.out.println((int) twice.invokeExact(object, 20) + " " + (int) twice.bindTo(object).invoke(5));
        MethodHandle made = lookup.findConstructor(MethodHandleUse.class, MethodType.methodType(void.class));
        System.out.println(((MethodHandleUse) made.invoke()).field);
        VarHandle field = lookup.findVarHandle(MethodHandleUse.class, "field", int.class);
        System.out.println((int) field.getAndAdd(object, 5) + " " + field.compareAndSet(object, 6, 60) + (int) field.getVolatile(object));
        VarHandle elements = MethodHandles.arrayElementVarHandle(long[].class);
        long[] array = {1, 2};
        elements.setRelease(array, 1, 9L);
        System.out.println(array[1] + " " + (long) elements.getAcquire(array, 0));
        MethodHandle dropped = MethodHandles.dropArguments(join, 1, double.class);
        MethodHandle inserted = MethodHandles.insertArguments(join, 1, 42);
        System.out.println((String) dropped.invokeExact("d", 1.5, 7) + (String) inserted.invokeExact("e"));
        try {
            join.invoke("only one");
        } catch (java.lang.invoke.WrongMethodTypeException error) {
            System.out.println("wrong type");
        }
    }
}
