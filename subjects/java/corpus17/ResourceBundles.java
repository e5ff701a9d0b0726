// library: resource bundles made of classes
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

public class ResourceBundles {
    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"yes", "yes"}, {"no", "no"}, {"count", 3}};
        }
    }

    public static class Words_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"yes", "ja"}};
        }
    }

    public static void main(String[] args) {
        ResourceBundle english = ResourceBundle.getBundle("ResourceBundles$Words", Locale.US);
        ResourceBundle german = ResourceBundle.getBundle("ResourceBundles$Words", Locale.GERMANY);
        System.out.println(english.getString("yes") + german.getString("yes") + german.getString("no") + english.getObject("count"));
        System.out.println(german.keySet().size() + " " + german.containsKey("none") + " " + german.getLocale());
        try {
            german.getString("none");
        } catch (MissingResourceException error) {
            System.out.println(error.getKey());
        }
        try {
            ResourceBundle.getBundle("no.such.Bundle");
        } catch (MissingResourceException error) {
            System.out.println(error.getMessage());
        }
    }
}
