// objects: hashCode and equals of many kinds
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

public class HashAndEquals {
    final String name;
    final int age;

    HashAndEquals(String name, int age) {
        this.name = name;
        this.age = age;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (other == null || getClass() != other.getClass()) {
            return false;
        }
        HashAndEquals that = (HashAndEquals) other;
        return age == that.age && Objects.equals(name, that.name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, age);
    }

    public static void main(String[] args) {
        Set<HashAndEquals> set = new HashSet<>();
        set.add(new HashAndEquals("a", 1));
        System.out.println(set.contains(new HashAndEquals("a", 1)) + " " + set.add(new HashAndEquals("a", 1)) + " "
            + set.contains(new HashAndEquals(null, 1)) + " " + new HashAndEquals(null, 3).hashCode());
        System.out.println(List.of(1, 2).hashCode() + " " + Map.of("a", 1).hashCode() + " " + new HashSet<>(List.of("x", "y")).hashCode() + " "
            + Arrays.hashCode(new long[] {1, 2}) + " " + Arrays.asList(1, null).hashCode() + " " + Objects.hashCode(null));
        Object plain = new Object();
        System.out.println(plain.equals(plain) + " " + plain.equals(new Object()) + " " + (plain.hashCode() == plain.hashCode()) + " "
            + (System.identityHashCode(null)) + " " + (plain.hashCode() == System.identityHashCode(plain)) + " "
            + plain.toString().equals("java.lang.Object@" + Integer.toHexString(plain.hashCode())));
        Map<HashAndEquals, String> map = new HashMap<>();
        map.put(new HashAndEquals("k", 5), "v");
        System.out.println(map.get(new HashAndEquals("k", 5)) + Objects.requireNonNullElse(map.get(null), "none")
            + Objects.compare(1, 2, Integer::compare) + Objects.toString(null, "dflt") + Objects.checkIndex(1, 2));
    }
}
