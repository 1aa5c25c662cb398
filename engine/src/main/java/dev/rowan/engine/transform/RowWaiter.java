package dev.rowan.engine.transform;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One token's wait for its answer at a batch-aware transform.
///
/// `answer` is written once by the adapter under its lock before the latch opens, and read by the waiting thread
/// afterwards; `over` belongs to the waiting thread.
public final class RowWaiter implements AutoCloseable {
    private final SharedBatchAdapter adapter;
    private final TokenInfo token;
    private final String stateId;
    private final CountDownLatch answered = new CountDownLatch(1);
    private @Nullable Answer answer;
    private boolean over;

    RowWaiter(SharedBatchAdapter adapter, TokenInfo token, String stateId) {
        this.adapter = adapter;
        this.token = token;
        this.stateId = stateId;
    }

    /// The answer to this visit: a result, or a defect to throw.
    sealed interface Answer {
        record Result(TransformResult result) implements Answer {}

        record Defect(Throwable cause) implements Answer {}
    }

    void answer(Answer given) {
        answer = given;
        answered.countDown();
    }

    /// Waits once for the answer, at most `limit`; empty on timeout. Then this visit is over: a later answer is
    /// late and satisfies no other waiter. A worker's defect is thrown here.
    public Optional<TransformResult> await(Duration limit) throws InterruptedException {
        return await(limit, () -> false);
    }

    /// The same, but while the visit is `busy` at the end of `limit`, waits for as long again.
    Optional<TransformResult> await(Duration limit, BooleanSupplier busy) throws InterruptedException {
        boolean inTime;
        do {
            inTime = answered.await(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
        } while (!inTime && busy.getAsBoolean());
        boolean gaveUp = !inTime && adapter.giveUp(token, stateId);
        over = true;
        if (gaveUp) {
            return Optional.empty();
        }
        return switch (answer) {
            case Answer.Result(var result) -> Optional.of(result);
            case Answer.Defect(var cause) -> throw new TransformDefect("a worker failed for " + stateId, cause);
            case null -> throw new IllegalStateException("visit " + stateId + " was waited for already");
        };
    }

    /// Ends the wait: an answer that comes from now on is late, and so is one that came while the wait was
    /// interrupted.
    @Override
    public void close() {
        Answer unused = adapter.giveUp(token, stateId) || over ? null : answer;
        if (unused != null) {
            adapter.keep(token, stateId, unused);
        }
    }
}
