package units;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Hands work to an executor, which tests have to shut down. */
public class Dispatcher {
    private final ExecutorService executor;
    private int handed;

    public Dispatcher(ExecutorService executor) {
        if (executor == null) {
            throw new IllegalArgumentException("no executor");
        }
        this.executor = executor;
    }

    public int dispatch(int times) throws Exception {
        int sum = 0;
        for (int index = 0; index < times && index < 3; index++) {
            final int own = index;
            Future<Integer> future = executor.submit(() -> own * 2);
            sum += future.get();
            handed++;
        }
        return sum;
    }

    public int handed() {
        return handed;
    }
}
