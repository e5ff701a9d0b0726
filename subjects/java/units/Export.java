package units;

import java.util.Map;

/** Pairs that are put into a map of the caller's: a type variable whose bound has arguments of its own. */
public final class Export {
    private final String[] names;

    public Export(String... names) {
        this.names = names;
    }

    /** Puts each name with its place into the map, unless it is there already, and gives the map. */
    public <M extends Map<String, Integer>> M putInto(M map) {
        for (int place = 0; place < names.length; place++) {
            if (!map.containsKey(names[place])) {
                map.put(names[place], place);
            }
        }
        return map;
    }
}
