package dev.rowan.engine.pool;

import dev.rowan.engine.stop.RowAbandonedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The results of one batch in the order of submission, and its failures. Owned by the batch's caller.
final class ResultCollector<R> {
    private final List<@Nullable PooledResult<R>> results;
    private int missing;
    private Optional<Throwable> broken = Optional.empty();

    ResultCollector(int size) {
        this.results = new ArrayList<>(Collections.nCopies(size, null));
        this.missing = size;
    }

    /// Whether to wait for more results. A stop lets requests on the wire end, since they are paid for.
    boolean isWaiting() {
        return missing > 0 && broken.map(ResultCollector::isStopRequest).orElse(true);
    }

    void take(TaskCompletion<R> ended) {
        missing--;
        switch (ended) {
            case TaskCompletion.WithResult<R>(long index, var result) -> results.set((int) index, result);
            case TaskCompletion.ByThrowing<R>(Throwable thrown) -> broken = Optional.of(worse(thrown));
        }
    }

    /// A defect before a stop; the first defect with the later ones suppressed.
    private Throwable worse(Throwable thrown) {
        if (broken.isEmpty() || (isStop(broken.get()) && !isStop(thrown))) {
            return thrown;
        }
        Throwable first = broken.get();
        if (!isStop(thrown) && !thrown.equals(first)) {
            first.addSuppressed(thrown);
        }
        return first;
    }

    private static boolean isStop(Throwable thrown) {
        return thrown instanceof InterruptedException || isStopRequest(thrown);
    }

    private static boolean isStopRequest(Throwable thrown) {
        return thrown instanceof RowAbandonedException;
    }

    List<PooledResult<R>> results() throws InterruptedException {
        if (broken.isPresent()) {
            switch (broken.get()) {
                case InterruptedException interrupted -> throw interrupted;
                case RuntimeException defect -> throw defect;
                case Error defect -> throw defect;
                case Throwable other -> throw new IllegalStateException("a task threw what it does not declare", other);
            }
        }
        var inOrder = new ArrayList<PooledResult<R>>(results.size());
        for (PooledResult<R> result : results) {
            if (result == null) {
                throw new IllegalStateException("a task ended without a result");
            }
            inOrder.add(result);
        }
        return List.copyOf(inOrder);
    }
}
