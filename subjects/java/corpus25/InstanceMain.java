// programs: an instance main without arguments
public class InstanceMain {
    private final int number = 5;

    void main() {
        IO.println("instance " + number);
    }
}
