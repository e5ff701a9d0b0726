// text: BreakIterator, Normalizer and Collator
import java.text.BreakIterator;
import java.text.Collator;
import java.text.Normalizer;
import java.text.StringCharacterIterator;
import java.util.Arrays;
import java.util.Locale;

public class Collation {
    public static void main(String[] args) {
        BreakIterator words = BreakIterator.getWordInstance(Locale.US);
        String text = "Hello, big world. Bye!";
        words.setText(text);
        StringBuilder bounds = new StringBuilder();
        for (int at = words.first(); at != BreakIterator.DONE; at = words.next()) {
            bounds.append(at).append(' ');
        }
        System.out.println(bounds);
        System.out.println(Normalizer.normalize("é", Normalizer.Form.NFD).length() + " " + Normalizer.normalize("e\u0301ﬁ", Normalizer.Form.NFKC));
        String[] names = {"zebra", "Äpfel", "apple", "Zoo"};
        Arrays.sort(names, Collator.getInstance(Locale.GERMANY));
        System.out.println(Arrays.toString(names));
        StringCharacterIterator iterator = new StringCharacterIterator("ab");
        System.out.println(iterator.first() + "" + iterator.next() + (iterator.next() == StringCharacterIterator.DONE));
    }
}
