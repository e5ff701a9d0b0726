// files: java.io on files
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.PrintWriter;
import java.io.RandomAccessFile;

public class VirtualFiles {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("ferret", ".txt");
        try (PrintWriter writer = new PrintWriter(new BufferedWriter(new FileWriter(file)))) {
            writer.println("first");
            writer.printf("%d second%n", 2);
        }
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            System.out.println(reader.readLine() + "|" + reader.readLine() + "|" + reader.readLine());
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(new byte[] {'x', 'y', '\n'});
        }
        System.out.println(file.length() + " " + file.exists() + file.isFile() + file.isDirectory() + file.canRead());
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            random.seek(6);
            System.out.println((char) random.read() + " " + random.getFilePointer());
            random.writeInt(0x41424344);
            random.setLength(12);
        }
        try (FileInputStream in = new FileInputStream(file)) {
            System.out.println(new String(in.readAllBytes()).replace("\n", "$") + " " + in.available());
        }
        System.out.println(file.delete() + " " + file.exists() + " " + file.delete());
        try {
            new FileInputStream(file).close();
        } catch (FileNotFoundException error) {
            System.out.println(error.getMessage().replace(file.getPath(), "FILE"));
        }
        System.out.println(new File("a/../b/./c.txt").getName() + " " + new File("/x/y").getParent() + " " + new File("/x", "y").getPath() + " " + new File("rel").isAbsolute());
    }
}
