// reflection: dynamic proxies
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;

public class Proxies {
    interface Service {
        int add(int a, long b);

        String name();

        void fail();

        default String hello() {
            return "hello";
        }
    }

    public static void main(String[] args) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            System.out.println("call " + method.getName() + " " + Arrays.toString(arguments));
            switch (method.getName()) {
                case "add":
                    return (int) arguments[0] + (int) (long) arguments[1];
                case "fail":
                    throw new java.io.IOException("checked");
                case "hashCode":
                    return 77;
                case "hello":
                    return InvocationHandler.invokeDefault(proxy, method);
                default:
                    return "named";
            }
        };
        Service service = (Service) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Service.class}, handler);
        System.out.println(service.add(2, 40L) + " " + service.name() + " " + service.hashCode() + " " + service + " " + service.hello());
        try {
            service.fail();
        } catch (UndeclaredThrowableException error) {
            System.out.println(error.getCause().getMessage());
        }
        System.out.println(Proxy.isProxyClass(service.getClass()) + " " + (Proxy.getInvocationHandler(service) == handler));
    }
}
