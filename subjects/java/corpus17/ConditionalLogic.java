// bytecode: short-circuit and full evaluation
public class ConditionalLogic {
    static StringBuilder trail = new StringBuilder();

    static boolean say(String name, boolean value) {
        trail.append(name);
        return value;
    }

    public static void main(String[] args) {
        boolean[] both = {false, true};
        for (boolean a : both) {
            for (boolean b : both) {
                for (boolean c : both) {
                    trail.setLength(0);
                    boolean one = say("a", a) && say("b", b) || say("c", c);
                    boolean two = say("A", a) & say("B", b) | say("C", c);
                    boolean three = !(say("x", a) || !say("y", b)) ^ c;
                    int four = a ? b ? 1 : 2 : c ? 3 : 4;
                    System.out.println(one + " " + two + " " + three + " " + four + " " + trail);
                }
            }
        }
        boolean flag = false;
        flag |= say("", true);
        flag &= !flag | args.length == 0;
        System.out.println(flag);
    }
}
