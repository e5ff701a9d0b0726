// collections: IdentityHashMap, WeakHashMap, Hashtable, Properties
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;

public class SpecialMaps {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> identity = new IdentityHashMap<>();
        String key = new String("key");
        identity.put(key, 1);
        identity.put(new String("key"), 2);
        System.out.println(identity.size() + " " + identity.get(key) + " " + identity.get(new String("key")));
        WeakHashMap<String, Integer> weak = new WeakHashMap<>();
        weak.put(key, 5);
        System.out.println(weak);
        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("a", 1);
        try {
            table.put("b", null);
        } catch (NullPointerException error) {
            System.out.println(table);
        }
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\nname = value\\\n   continued\nkey:with spaces\nuni=\\u20ac\n"));
        System.out.println(new TreeMap<>(properties) + " " + properties.getProperty("none", "default"));
        StringWriter out = new StringWriter();
        properties.remove("key");
        properties.remove("uni");
        properties.store(out, null);
        System.out.println(out.toString().split("\n")[1]);
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        stack.push(2);
        System.out.println(stack.peek() + " " + stack.search(1) + stack.pop() + stack + new Vector<>(stack).elementAt(0));
    }
}
