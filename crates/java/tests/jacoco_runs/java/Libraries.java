// Uses a little of ten libraries, so that what is executed of them can be compared.
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.math.IntMath;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.codec.binary.Base32;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.language.Soundex;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.text.WordUtils;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jgrapht.Graph;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.joda.time.DateTimeZone;
import org.joda.time.LocalDate;
import org.joda.time.Period;
import org.jsoup.Jsoup;

public class Libraries {
    interface Use {
        Object use() throws Exception;
    }

    static void show(Use use) {
        try {
            System.out.println(use.use());
        } catch (Exception error) {
            System.out.println(error.getClass().getName());
        }
    }

    public static void main(String[] arguments) {
        show(() -> StringUtils.abbreviate("a rather long sentence", 12));
        show(() -> StringUtils.leftPad("7", 3, '0') + StringUtils.reverseDelimited("a.b.c", '.'));
        show(() -> StringUtils.substringsBetween("[a][b]", "[", "]").length);
        show(() -> NumberUtils.createNumber("0x1F") + " " + NumberUtils.isCreatable("1e5"));
        show(() -> NumberUtils.createNumber("none"));
        show(() -> Fraction.getFraction("3/8").add(Fraction.ONE_HALF));
        show(() -> ArrayUtils.toString(ArrayUtils.removeElements(new int[] {1, 2, 3, 2}, 2)));
        show(() -> Hex.encodeHexString("ferret".getBytes(StandardCharsets.UTF_8)));
        show(() -> Hex.decodeHex("xy").length);
        show(() -> new Base32().encodeToString("ferret".getBytes(StandardCharsets.UTF_8)));
        show(() -> new Soundex().encode("Robert") + new Soundex().difference("a", "b"));
        show(() -> parsed("-v", "--size", "3", "rest"));
        show(() -> parsed("--unknown"));
        show(() -> new BigFraction(1, 3).add(new BigFraction(1, 6)));
        show(() -> new LUDecomposition(new Array2DRowRealMatrix(new double[][] {{2, 1}, {1, 3}})).getDeterminant());
        show(() -> statistics(3, 1, 4, 1, 5));
        show(() -> WordUtils.capitalizeFully("the qUICK fox") + WordUtils.wrap("one two three four", 8));
        show(() -> new LevenshteinDistance(2).apply("kitten", "sitting"));
        show(() -> Joiner.on('|').skipNulls().join(Splitter.on(',').trimResults().omitEmptyStrings().split("a, b,,c")));
        show(() -> ImmutableMap.of("a", 1, "b", 2).entrySet() + " " + ImmutableSortedSet.of(3, 1, 2));
        show(() -> multimap().asMap());
        show(() -> IntMath.checkedMultiply(1 << 20, 1 << 20));
        show(() -> IntMath.gcd(48, 36) + IntMath.factorial(5));
        show(() -> JsonParser.parseString("{\"a\": [1, 2.5, true, null, \"x\\n\"]}"));
        show(() -> JsonParser.parseString("{broken"));
        show(() -> new LocalDate(2024, 2, 29).plusYears(1).getDayOfWeek());
        show(() -> Period.parse("P1Y2M3DT4H").normalizedStandard() + " " + DateTimeZone.UTC);
        show(() -> Jsoup.parse("<p class=x>a<b>c</p><p>d").select("p.x > b").text());
        show(() -> path());
    }

    static Object parsed(String... arguments) throws ParseException {
        Options options = new Options();
        options.addOption("v", "verbose", false, "say more");
        options.addOption(Option.builder("s").longOpt("size").hasArg().build());
        var line = new DefaultParser().parse(options, arguments);
        return line.hasOption("v") + line.getOptionValue("size") + line.getArgList();
    }

    static Object statistics(double... values) {
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        for (double value : values) {
            statistics.addValue(value);
        }
        return statistics.getPercentile(50) + " " + statistics.getVariance();
    }

    static ArrayListMultimap<String, Integer> multimap() {
        ArrayListMultimap<String, Integer> map = ArrayListMultimap.create();
        for (Map.Entry<String, Integer> entry : List.of(Map.entry("a", 1), Map.entry("a", 2), Map.entry("b", 3))) {
            map.put(entry.getKey(), entry.getValue());
        }
        map.removeAll("b");
        return map;
    }

    static Object path() {
        Graph<String, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        for (String vertex : List.of("a", "b", "c")) {
            graph.addVertex(vertex);
        }
        graph.setEdgeWeight(graph.addEdge("a", "b"), 1);
        graph.setEdgeWeight(graph.addEdge("b", "c"), 1);
        graph.setEdgeWeight(graph.addEdge("a", "c"), 3);
        return DijkstraShortestPath.findPathBetween(graph, "a", "c").getVertexList();
    }
}
