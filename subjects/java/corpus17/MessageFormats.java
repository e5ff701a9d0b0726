// text: MessageFormat and ChoiceFormat
import java.text.ChoiceFormat;
import java.text.MessageFormat;

public class MessageFormats {
    public static void main(String[] args) throws Exception {
        System.out.println(MessageFormat.format("{0} has {1} items, {1,number,#.##} {2}", "Ann", 1234.567, null));
        System.out.println(MessageFormat.format("It''s '{0}' {0} {3}", "x"));
        MessageFormat plural = new MessageFormat("{0,choice,0#none|1#one|1<many {0}}");
        for (int i = 0; i < 4; i++) {
            System.out.print(plural.format(new Object[] {i}) + ", ");
        }
        System.out.println(java.util.Arrays.toString(new MessageFormat("{0}-{1}").parse("a-b")));
        System.out.println(new ChoiceFormat("0#low|10#mid|100#high").format(55) + " " + ChoiceFormat.nextDouble(1));
        try {
            MessageFormat.format("{x}", 1);
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
