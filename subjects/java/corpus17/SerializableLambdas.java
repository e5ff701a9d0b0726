// lambdas: serializable lambdas survive a round trip
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.function.Function;

public class SerializableLambdas {
    interface Mapper extends Function<String, Integer>, Serializable {
    }

    static Object copy(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(object);
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        int captured = 5;
        Mapper lambda = text -> text.length() + captured;
        Mapper reference = Integer::valueOf;
        Runnable run = (Runnable & Serializable) () -> System.out.println("runs");
        System.out.println(lambda.apply("abc") + " " + reference.apply("12") + " " + (run instanceof Serializable));
        System.out.println(((Mapper) copy(lambda)).apply("abcd") + " " + ((Mapper) copy(reference)).apply("8"));
        ((Runnable) copy(run)).run();
    }
}
