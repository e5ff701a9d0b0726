// bytecode: a sparse switch
public class LookupSwitch {
    static int find(int value) {
        switch (value) {
            case Integer.MIN_VALUE: return 1;
            case -1000000: return 2;
            case 7: return 3;
            case 100000: return 4;
            case Integer.MAX_VALUE: return 5;
        }
        return 0;
    }

    public static void main(String[] args) {
        for (int value : new int[] {Integer.MIN_VALUE, -1000000, -999999, 7, 8, 100000, Integer.MAX_VALUE, 0}) {
            System.out.print(find(value) + " ");
        }
        System.out.println();
    }
}
