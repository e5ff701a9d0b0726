package units;

/** Orders of goods: a shop that is asked by way of interfaces that nobody implements. */
public class Orders {
    interface Stock {
        int available(String article);

        boolean reserve(String article, int count);

        double price(String article);
    }

    interface Customer {
        String name();

        boolean isTrusted();
    }

    private final Stock stock;
    private int accepted;

    public Orders(Stock stock) {
        if (stock == null) {
            throw new IllegalArgumentException("no stock");
        }
        this.stock = stock;
    }

    public String order(Customer customer, String article, int count) {
        if (count <= 0) {
            return "nothing to do";
        }
        if (stock.available(article) < count) {
            return "sold out";
        }
        double sum = stock.price(article) * count;
        if (sum > 1000 && !customer.isTrusted()) {
            return "too expensive for " + customer.name();
        }
        if (!stock.reserve(article, count)) {
            throw new IllegalStateException("somebody was faster");
        }
        accepted++;
        return "ordered";
    }

    public int getAccepted() {
        return accepted;
    }
}
