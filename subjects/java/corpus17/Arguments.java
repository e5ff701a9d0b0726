// programs: arguments of main decide
// arguments: 3 4 5 shout
public class Arguments {
    static String classify(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || a + c <= b || b + c <= a) {
            return "none";
        }
        return a == b && b == c ? "equilateral" : a == b || b == c || a == c ? "isosceles" : "scalene";
    }

    public static void main(String[] args) {
        System.out.println(args.length);
        if (args.length < 3) {
            System.out.println("usage: a b c");
            System.exit(2);
        }
        System.out.println(classify(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
        if (args.length > 3 && args[3].equals("shout") && args[3].length() == 5) {
            System.out.println(args[3].toUpperCase() + args[3].compareTo("silent"));
        }
    }
}
