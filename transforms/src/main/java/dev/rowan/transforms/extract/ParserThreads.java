package dev.rowan.transforms.extract;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a parser on a thread of its own, because a damaged document may keep it in a loop that never looks at the
/// [Deadline]. A thread that does not end in time is left behind; the run stops when too many of them still work.
///
/// Used by the threads of all rows. Shared state, guarded by this object: the parsers left behind.
final class ParserThreads {
    /// How long after its deadline a parser may take to notice.
    static final Duration GRACE = Duration.ofSeconds(1);

    static final int MAX_LEFT = 4;

    private final Duration grace;
    private final List<FutureTask<Extraction>> left = new ArrayList<>();

    ParserThreads(Duration grace) {
        this.grace = grace;
    }

    Extraction run(Deadline deadline, Callable<Extraction> parser) throws InterruptedException {
        CallScope scope = CallScope.openPlatform("rowan-parser");
        FutureTask<Extraction> task = scope.fork(parser);
        try {
            return task.get(deadline.limit().plus(grace).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return deadline.exceeded();
        } catch (ExecutionException failed) {
            throw defect(failed);
        } finally {
            if (!scope.closeWithin(grace)) {
                leave(task);
            }
        }
    }

    private synchronized void leave(FutureTask<Extraction> task) {
        left.removeIf(FutureTask::isDone);
        left.add(task);
        if (left.size() > MAX_LEFT) {
            throw new IllegalStateException(("%d documents that took longer than 'timeout' still occupy their parsers,"
                            + " which cannot be stopped; resume the run in a new process")
                    .formatted(left.size()));
        }
    }

    private static RuntimeException defect(ExecutionException failed) {
        return switch (failed.getCause()) {
            case Error error -> throw error;
            case RuntimeException defect -> defect;
            case null, default -> new IllegalStateException(failed);
        };
    }
}
