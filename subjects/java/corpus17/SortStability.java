// collections: large sorts are stable
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class SortStability {
    record Item(int key, int order) {
    }

    public static void main(String[] args) {
        List<Item> items = new ArrayList<>();
        int state = 12345;
        for (int i = 0; i < 300; i++) {
            state = state * 1103515245 + 12345;
            items.add(new Item((state >>> 16) % 20, i));
        }
        items.sort(Comparator.comparingInt(Item::key));
        boolean stable = true;
        for (int i = 1; i < items.size(); i++) {
            Item before = items.get(i - 1);
            Item after = items.get(i);
            stable &= before.key < after.key || before.key == after.key && before.order < after.order;
        }
        System.out.println(stable + " " + items.get(150) + " " + items.hashCode());
    }
}
