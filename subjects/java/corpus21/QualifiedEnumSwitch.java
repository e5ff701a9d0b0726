// patterns: enum constants of several types in one switch
public class QualifiedEnumSwitch {
    sealed interface Card permits Suit, Tarot {
    }

    enum Suit implements Card { CLUBS, HEARTS }

    enum Tarot implements Card { FOOL, SUN }

    static String name(Card card) {
        return switch (card) {
            case Suit.CLUBS -> "clubs";
            case Suit.HEARTS -> "hearts";
            case Tarot.FOOL -> "fool";
            case Tarot tarot -> "tarot " + tarot.ordinal();
        };
    }

    static int guarded(Suit suit, int n) {
        return switch (suit) {
            case CLUBS -> 1;
            case HEARTS -> n;
            case null -> -1;
        };
    }

    public static void main(String[] args) {
        System.out.println(name(Suit.CLUBS) + name(Suit.HEARTS) + name(Tarot.FOOL) + name(Tarot.SUN));
        System.out.println(guarded(Suit.CLUBS, 5) + " " + guarded(Suit.HEARTS, 5) + " " + guarded(null, 5));
    }
}
