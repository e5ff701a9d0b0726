// library: UUID
import java.nio.charset.StandardCharsets;
import java.util.UUID;

public class Uuids {
    public static void main(String[] args) {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(uuid + " " + uuid.version() + " " + uuid.variant() + " " + uuid.getMostSignificantBits() + " " + uuid.hashCode());
        System.out.println(UUID.nameUUIDFromBytes("name".getBytes(StandardCharsets.UTF_8)) + " " + new UUID(1, 2) + " " + new UUID(1, 2).compareTo(uuid));
        try {
            UUID.fromString("not a uuid");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(UUID.randomUUID().toString().length() + " " + UUID.randomUUID().version());
    }
}
