// reflection: methods that ask for their caller, called by reflection
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Currency;

public class CallerSensitive {
    private CallerSensitive() {
    }

    public static void main(String[] args) throws Exception {
        Method canAccess = AccessibleObject.class.getMethod("canAccess", Object.class);
        Constructor<?> own = CallerSensitive.class.getDeclaredConstructor();
        Constructor<?> other = Currency.class.getDeclaredConstructors()[0];
        System.out.println(canAccess.invoke(own, (Object) null) + " " + canAccess.invoke(other, (Object) null));
        System.out.println(Class.class.getMethod("forName", String.class).invoke(null, "CallerSensitive"));
        System.out.println(Currency.getAvailableCurrencies().contains(Currency.getInstance("EUR")));
    }
}
