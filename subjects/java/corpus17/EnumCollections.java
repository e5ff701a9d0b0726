// enums: EnumMap and EnumSet
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        EnumMap<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.FRI, 6);
        hours.put(Day.MON, 8);
        hours.put(Day.WED, null);
        System.out.println(hours + " " + hours.containsKey(Day.WED) + " " + hours.get(Day.SUN) + " " + hours.size());
        hours.merge(Day.MON, 1, Integer::sum);
        hours.remove(Day.WED);
        for (Map.Entry<Day, Integer> entry : hours.entrySet()) {
            System.out.println(entry.getKey() + "=" + entry.getValue());
        }
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU) + " "
            + EnumSet.noneOf(Day.class) + " " + EnumSet.allOf(Day.class).containsAll(weekend));
        weekend.removeIf(day -> day == Day.SAT);
        weekend.add(Day.MON);
        System.out.println(weekend + " " + weekend.hashCode() * 0 + " " + weekend.equals(EnumSet.of(Day.MON, Day.SUN)));
    }
}
