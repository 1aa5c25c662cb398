package dev.rowan.engine.transform;

import dev.rowan.api.TransformResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One token's wait for its answer at a batch-aware transform.
///
/// State: `answer`, written once by the adapter under its lock before the latch opens, read by the waiting thread
/// after.
public final class RowWaiter implements AutoCloseable {
    private final SharedBatchAdapter adapter;
    private final SharedBatchAdapter.Key key;
    private final CountDownLatch answered = new CountDownLatch(1);
    private @Nullable Answer answer;

    RowWaiter(SharedBatchAdapter adapter, SharedBatchAdapter.Key key) {
        this.adapter = adapter;
        this.key = key;
    }

    /// What came for this visit: a result, or a defect to be thrown.
    sealed interface Answer {
        record Result(TransformResult result) implements Answer {}

        record Defect(Throwable cause) implements Answer {}
    }

    void answer(Answer given) {
        answer = given;
        answered.countDown();
    }

    /// Waits for the answer, at most `limit`; empty when none came in time. Then this visit is over: what comes later
    /// is
    /// late and satisfies no other waiter. A worker's defect is thrown here.
    public Optional<TransformResult> await(Duration limit) throws InterruptedException {
        if (!answered.await(limit.toNanos(), TimeUnit.NANOSECONDS) && adapter.giveUp(key)) {
            return Optional.empty();
        }
        answered.await(); // an answer that was given while we gave up
        return switch (answer) {
            case Answer.Result(var result) -> Optional.of(result);
            case Answer.Defect(var cause) -> throw new TransformDefect("a worker failed for " + key.stateId(), cause);
            case null -> throw new IllegalStateException("woken without an answer");
        };
    }

    /// Ends the wait, however it went: an answer that comes from now on is late.
    @Override
    public void close() {
        adapter.giveUp(key);
    }
}
