package units;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A service over a repository that nobody implements: what it gives has to be there, filled and in another state. */
public class Orders {
    private final Repository repository;

    public Orders(Repository repository) {
        this.repository = repository;
    }

    /** What was ordered. */
    public static class Order {
        private final int total;
        private boolean paid;

        public Order(int total) {
            this.total = total;
        }

        public void markPaid() {
            paid = true;
        }

        public boolean isPaid() {
            return paid;
        }
    }

    /** Where orders are kept. */
    public interface Repository {
        Optional<Order> findById(String id);

        List<Order> findAll();

        Map<String, Integer> stock();

        void save(Order order);
    }

    public boolean pay(String id, int amount) {
        Optional<Order> found = repository.findById(id);
        if (!found.isPresent()) {
            return false;
        }
        Order order = found.get();
        if (order.isPaid() || amount < order.total) {
            return false;
        }
        order.markPaid();
        repository.save(order);
        return true;
    }

    public int open() {
        int sum = 0;
        for (Order order : repository.findAll()) {
            if (!order.isPaid()) {
                sum += order.total;
            }
        }
        return sum;
    }

    public boolean isInStock(String name) {
        Integer count = repository.stock().get(name);
        return count != null && count > 0;
    }
}
