// streams: grouping, partitioning and other collectors
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StreamCollectors {
    record Sale(String shop, String item, int amount, double price) {
    }

    static void show(Object object) {
        System.out.println(object);
    }

    public static void main(String[] args) {
        List<Sale> sales = List.of(new Sale("north", "pen", 3, 1.5), new Sale("south", "ink", 1, 8.25), new Sale("north", "ink", 2, 8.0),
            new Sale("east", "pen", 10, 1.25), new Sale("south", "pen", 4, 1.75));
        show(sales.stream().collect(Collectors.groupingBy(Sale::shop, TreeMap::new, Collectors.summingInt(Sale::amount))));
        show(sales.stream().collect(Collectors.groupingBy(Sale::item, TreeMap::new,
            Collectors.mapping(Sale::shop, Collectors.toCollection(TreeSet::new)))));
        System.out.println(sales.stream().collect(Collectors.partitioningBy(sale -> sale.price() > 2, Collectors.counting())));
        show(sales.stream().collect(Collectors.toMap(sale -> sale.shop() + sale.item(), Sale::amount, Integer::sum, LinkedHashMap::new)));
        DoubleSummaryStatistics statistics = sales.stream().collect(Collectors.summarizingDouble(sale -> sale.amount() * sale.price()));
        System.out.println(statistics);
        System.out.println(sales.stream().collect(Collectors.averagingInt(Sale::amount)) + " "
            + sales.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " "
            + sales.stream().map(Sale::item).collect(Collectors.joining("/")) + " "
            + sales.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingDouble(Sale::price), (a, b) -> a + ":" + b)));
        System.out.println(sales.stream().collect(Collectors.reducing(0, Sale::amount, Math::max)) + " "
            + sales.stream().collect(Collectors.minBy((a, b) -> Double.compare(a.price(), b.price()))).get() + " "
            + sales.stream().collect(Collectors.filtering(sale -> sale.amount() > 2, Collectors.mapping(Sale::amount, Collectors.toList()))) + " "
            + sales.stream().collect(Collectors.flatMapping(sale -> Stream.of(sale.shop().charAt(0)), Collectors.toList())));
        Collector<String, StringBuilder, String> own = Collector.of(StringBuilder::new, (text, word) -> text.append(word.length()), StringBuilder::append, StringBuilder::toString);
        System.out.println(Stream.of("a", "bb", "ccc").collect(own));
        try {
            Stream.of("x", "x").collect(Collectors.toMap(Function.identity(), String::length));
        } catch (IllegalStateException error) {
            System.out.println(error.getMessage());
        }
        Map<Boolean, List<Integer>> parts = Arrays.asList(1, 2, 3, 4).stream().collect(Collectors.partitioningBy(x -> x % 2 == 0));
        System.out.println(parts.get(true) + " " + parts);
    }
}
