// concurrency: CompletableFuture completed inline
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

public class CompletableFutures {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<String> chain = future.thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture("!"), (x, text) -> x + text)
            .whenComplete((value, error) -> System.out.println("done " + value + " " + error));
        System.out.println(chain.isDone() + " " + future.complete(41) + " " + chain.get() + " " + future.complete(7) + future.getNow(0));
        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("async");
        }, Runnable::run);
        System.out.println(failing.isCompletedExceptionally() + " " + failing.exceptionally(error -> -1).join() + " "
            + failing.handle((value, error) -> error.getClass().getSimpleName() + error.getCause().getMessage()).join());
        try {
            failing.join();
        } catch (CompletionException error) {
            System.out.println(error.getCause());
        }
        try {
            failing.get();
        } catch (ExecutionException error) {
            System.out.println(error.getMessage());
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(CompletableFuture.completedFuture(1), CompletableFuture.runAsync(() -> System.out.println("ran"), Runnable::run));
        System.out.println(all.isDone() + " " + CompletableFuture.completedFuture(3).thenCompose(x -> CompletableFuture.completedFuture(x * x)).get()
            + CompletableFuture.anyOf(CompletableFuture.completedFuture("any")).get());
    }
}
