// collections: PriorityQueue
import java.util.Comparator;
import java.util.PriorityQueue;

public class PriorityQueues {
    record Task(String name, int priority) {
    }

    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 15; i++) {
            queue.add((i * 37) % 23);
        }
        System.out.println(queue);
        queue.remove(14);
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) {
            order.append(queue.poll()).append(' ');
        }
        System.out.println(order);
        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingInt(Task::priority).reversed().thenComparing(Task::name));
        tasks.add(new Task("low", 1));
        tasks.add(new Task("b", 5));
        tasks.add(new Task("a", 5));
        System.out.println(tasks.poll() + " " + tasks.poll() + " " + tasks.peek() + " " + tasks.size());
    }
}
