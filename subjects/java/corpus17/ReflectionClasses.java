// reflection: what a Class says of itself
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

public class ReflectionClasses {
    static abstract class Sample<T extends Number> extends AbstractList<T> implements RandomAccess, Serializable {
    }

    enum Kind { A { }, B }

    interface Face {
    }

    @interface Note {
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Sample.class, Kind.class, Kind.A.getClass(), Face.class, Note.class, int.class, int[][].class, String[].class, void.class,
            new Object() { }.getClass(), Integer.class, ReflectionClasses.class}) {
            System.out.println(type + " " + type.getName() + " " + type.getSimpleName() + " " + type.getTypeName() + " " + type.getCanonicalName() + " "
                + Modifier.toString(type.getModifiers()) + " " + type.getSuperclass() + " " + Arrays.toString(type.getInterfaces()) + " " + type.isInterface()
                + type.isEnum() + type.isAnnotation() + type.isArray() + type.isPrimitive() + type.isAnonymousClass() + type.isMemberClass() + type.isLocalClass()
                + " " + type.getComponentType() + " " + type.getEnclosingClass() + " " + type.getDeclaringClass() + " " + type.getPackageName());
        }
        System.out.println(Sample.class.getGenericSuperclass() + " " + Arrays.toString(Sample.class.getTypeParameters()) + " " + Sample.class.getTypeParameters()[0].getBounds()[0]);
        System.out.println(Class.forName("java.lang.String") + " " + Class.forName("[I") + " " + Class.forName("[Ljava.lang.String;") + " " + Class.forName("ReflectionClasses$Kind"));
        try {
            Class.forName("no.such.Type");
        } catch (ClassNotFoundException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Arrays.toString(Kind.class.getEnumConstants()) + " " + String.class.getModule().getName() + " " + ReflectionClasses.class.getPackageName().isEmpty());
    }
}
