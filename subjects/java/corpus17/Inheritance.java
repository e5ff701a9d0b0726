// types: abstract classes, hiding and protected access
public class Inheritance {
    static abstract class Animal {
        protected final String name;
        static int count;

        Animal(String name) {
            this.name = name;
            count++;
        }

        abstract String sound();

        public String toString() {
            return getClass().getSimpleName() + " " + name + " says " + sound();
        }
    }

    static class Dog extends Animal {
        Dog(String name) {
            super(name);
        }

        @Override
        String sound() {
            return "woof";
        }
    }

    static class Puppy extends Dog {
        Puppy() {
            super("puppy");
        }

        @Override
        String sound() {
            return super.sound().replace("oo", "i") + name.length();
        }
    }

    static final class Cat extends Animal implements Comparable<Animal> {
        Cat() {
            super("cat");
        }

        @Override
        String sound() {
            return "meow";
        }

        @Override
        public int compareTo(Animal other) {
            return name.compareTo(other.name);
        }
    }

    public static void main(String[] args) {
        Animal[] animals = {new Dog("rex"), new Puppy(), new Cat()};
        for (Animal animal : animals) {
            System.out.println(animal + " " + (animal instanceof Dog) + (animal instanceof Comparable));
        }
        System.out.println(Animal.count + " " + new Cat().compareTo(animals[0]));
    }
}
