// types: inner classes reach into their outer ones
public class InnerClasses {
    private int value = 1;

    class Inner {
        int value = 2;

        class Deeper {
            int value = 3;

            String all() {
                return value + " " + this.value + " " + Inner.this.value + " " + InnerClasses.this.value++;
            }
        }
    }

    static class Nested {
        private static int count;
        private final int id = ++count;
    }

    class Child extends Inner {
        Child() {
            value += 10;
        }
    }

    private int secret() {
        return value * 100;
    }

    static int peek(InnerClasses other) {
        return other.new Inner() {
            int look() {
                return other.secret() + value;
            }
        }.look();
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        InnerClasses.Inner inner = outer.new Inner();
        InnerClasses.Inner.Deeper deeper = inner.new Deeper();
        System.out.println(deeper.all() + ", " + deeper.all());
        new Nested();
        System.out.println(new Nested().id + " " + outer.new Child().value + " " + peek(outer));
        System.out.println(Inner.Deeper.class.getName() + " " + new Object() { }.getClass().getName());
    }
}
