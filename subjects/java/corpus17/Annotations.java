// reflection: annotations at run time
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;

public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String name() default "nobody";

        int[] numbers() default {1, 2};

        Class<?> type() default Object.class;

        RetentionPolicy policy() default RetentionPolicy.CLASS;

        Nested nested() default @Nested(7);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested {
        int value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.SOURCE)
    @Target(ElementType.METHOD)
    @interface Gone {
    }

    @Info(name = "base", numbers = {}, nested = @Nested(9))
    static class Base {
        @Tag("a")
        @Tag("b")
        @Gone
        public void method(@Nested(3) int x) {
        }
    }

    @Deprecated
    static class Derived extends Base {
    }

    public static void main(String[] args) throws Exception {
        Info info = Derived.class.getAnnotation(Info.class);
        System.out.println(info.name() + " " + info.numbers().length + " " + info.type() + " " + info.policy() + " " + info.nested().value());
        System.out.println(Derived.class.isAnnotationPresent(Deprecated.class) + " " + Derived.class.getDeclaredAnnotations().length + " " + Base.class.isAnnotationPresent(Deprecated.class));
        Method method = Base.class.getMethod("method", int.class);
        System.out.println(Arrays.toString(method.getAnnotationsByType(Tag.class)) + " " + method.getAnnotations().length);
        System.out.println(method.getParameterAnnotations()[0][0] + " " + info.nested().equals(method.getParameterAnnotations()[0][0]) + " " + info.annotationType());
        System.out.println(info.nested().hashCode() + " " + info.equals(Base.class.getAnnotation(Info.class)));
    }
}
