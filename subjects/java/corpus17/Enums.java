// enums: constants with fields, methods and bodies
public class Enums {
    enum Operation {
        PLUS("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        },
        MINUS("-") {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    enum Planet implements Runnable {
        EARTH, MARS;

        static final Planet HOME = EARTH;

        @Override
        public void run() {
            System.out.println(name() + " " + ordinal() + " " + (this == HOME));
        }
    }

    public static void main(String[] args) {
        for (Operation operation : Operation.values()) {
            System.out.println(operation + operation.sign + operation.apply(6, 7) + " " + operation.getDeclaringClass()
                + " " + operation.getClass());
        }
        for (Planet planet : Planet.values()) {
            planet.run();
        }
        System.out.println(Planet.valueOf("MARS").compareTo(Planet.EARTH) + " " + Planet.MARS.equals(Planet.EARTH));
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Enum.valueOf(Operation.class, "PLUS").hashCode() == Operation.PLUS.hashCode());
    }
}
