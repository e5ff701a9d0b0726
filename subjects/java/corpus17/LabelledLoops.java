// bytecode: labelled break and continue
public class LabelledLoops {
    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        outer:
        for (int i = 0; i < 10; i++) {
            int j = 0;
            while (true) {
                if (j > i) {
                    continue outer;
                }
                if (i * j == 24) {
                    break outer;
                }
                do {
                    j++;
                    if (j % 3 == 0) {
                        continue;
                    }
                    out.append(i).append(j).append(' ');
                } while (j % 2 != 0);
            }
        }
        block: {
            if (out.length() > 10) {
                break block;
            }
            out.append("never");
        }
        System.out.println(out);
    }
}
