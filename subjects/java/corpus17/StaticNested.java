// objects: builders, singletons and fluent calls
public class StaticNested {
    private final String host;
    private final int port;
    private final boolean secure;

    private StaticNested(Builder builder) {
        host = builder.host;
        port = builder.port;
        secure = builder.secure;
    }

    static class Builder {
        private String host = "localhost";
        private int port = 80;
        private boolean secure;

        Builder host(String host) {
            this.host = host;
            return this;
        }

        Builder port(int port) {
            if (port < 0 || port > 65535) {
                throw new IllegalArgumentException("port " + port);
            }
            this.port = port;
            return this;
        }

        Builder secure() {
            secure = true;
            return this;
        }

        StaticNested build() {
            return new StaticNested(this);
        }
    }

    static class Holder {
        static final StaticNested INSTANCE = new Builder().build();
    }

    @Override
    public String toString() {
        return (secure ? "https" : "http") + "://" + host + ":" + port;
    }

    public static void main(String[] args) {
        System.out.println(new Builder().host("example").port(8080).secure().build() + " " + Holder.INSTANCE + " " + (Holder.INSTANCE == Holder.INSTANCE));
        try {
            new Builder().port(70000);
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
