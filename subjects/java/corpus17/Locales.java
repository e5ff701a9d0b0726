// library: locales and currencies
import java.util.Currency;
import java.util.Locale;

public class Locales {
    public static void main(String[] args) {
        Locale locale = Locale.forLanguageTag("zh-Hant-TW");
        System.out.println(locale + " " + locale.getLanguage() + locale.getCountry() + locale.getScript() + " " + locale.toLanguageTag() + " " + Locale.ROOT.toString().isEmpty());
        System.out.println(Locale.GERMANY.getDisplayCountry(Locale.US) + " " + Locale.FRENCH.getDisplayLanguage(Locale.US) + " " + Locale.FRANCE.getISO3Country());
        System.out.println(Currency.getInstance("EUR").getDefaultFractionDigits() + " " + Currency.getInstance(Locale.JAPAN) + " " + Currency.getInstance("USD").getSymbol(Locale.US));
        System.out.println("TITLE".toLowerCase(Locale.forLanguageTag("tr")) + " " + "title".toUpperCase(Locale.forLanguageTag("tr")) + " " + "title".toUpperCase(Locale.ROOT));
        try {
            Currency.getInstance("XXQ");
        } catch (IllegalArgumentException error) {
            System.out.println("no currency");
        }
    }
}
