// files: java.nio.file
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class VirtualPaths {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("ferret");
        Path file = folder.resolve("a.txt");
        Files.writeString(file, "one\ntwo\n");
        Files.write(file, List.of("three"), StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(file) + " " + Files.size(file) + Files.exists(file) + Files.isDirectory(folder));
        Files.createDirectories(folder.resolve("sub/deep"));
        Files.copy(file, folder.resolve("sub/b.txt"));
        Files.move(file, folder.resolve("c.txt"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> walk = Files.walk(folder)) {
            System.out.println(walk.map(path -> folder.relativize(path).toString()).sorted().collect(Collectors.toList()));
        }
        try (Stream<String> lines = Files.lines(folder.resolve("c.txt"))) {
            System.out.println(lines.filter(line -> line.startsWith("t")).count());
        }
        try {
            Files.readString(file);
        } catch (NoSuchFileException error) {
            System.out.println(error.getMessage().equals(file.toString()));
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException error) {
            System.out.println("exists");
        }
        Path path = Path.of("/a/b/../c/file.tar.gz");
        System.out.println(path.normalize() + " " + path.getFileName() + " " + path.getNameCount() + path.subpath(1, 3) + path.startsWith("/a") + path.resolveSibling("x") + path.getParent());
        Files.delete(folder.resolve("c.txt"));
        System.out.println(Files.deleteIfExists(folder.resolve("c.txt")));
    }
}
