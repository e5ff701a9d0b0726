// objects: shallow and deep clones
public class CloneObjects implements Cloneable {
    int[] data = {1, 2, 3};
    String name = "original";
    CloneObjects child;

    @Override
    public CloneObjects clone() {
        try {
            CloneObjects copy = (CloneObjects) super.clone();
            copy.child = child == null ? null : child.clone();
            return copy;
        } catch (CloneNotSupportedException error) {
            throw new AssertionError(error);
        }
    }

    static class Derived extends CloneObjects {
        long extra = 77;
    }

    static class Refuses {
        Object attempt() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) {
        CloneObjects object = new Derived();
        object.child = new CloneObjects();
        CloneObjects copy = object.clone();
        copy.data[0] = 100;
        copy.name = "copy";
        copy.child.name = "copied child";
        System.out.println(object.data[0] + object.name + object.child.name + (copy.child != object.child) + copy.getClass()
            + ((Derived) copy).extra);
        try {
            new Refuses().attempt();
        } catch (CloneNotSupportedException error) {
            System.out.println(error.getMessage());
        }
        int[][] nested = {{1}, {2}};
        int[][] shallow = nested.clone();
        System.out.println((shallow != nested) + " " + (shallow[0] == nested[0]));
    }
}
