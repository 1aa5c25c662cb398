package dev.rowan.engine.transform;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One token's wait for its answer at a batch-aware transform; the token's thread waits once.
///
/// State: `answer`, written once by the adapter under its lock before the latch opens, read by the waiting thread
/// after.
public final class RowWaiter {
    private final SharedBatchAdapter adapter;
    private final TokenInfo token;
    private final String stateId;
    private final CountDownLatch answered = new CountDownLatch(1);
    private @Nullable Answer answer;

    RowWaiter(SharedBatchAdapter adapter, TokenInfo token, String stateId) {
        this.adapter = adapter;
        this.token = token;
        this.stateId = stateId;
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
    /// is late and satisfies no other waiter. A worker's defect is thrown here.
    public Optional<TransformResult> await(Duration limit) throws InterruptedException {
        try {
            boolean came = answered.await(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
            if (!came && forget()) {
                return Optional.empty();
            }
        } catch (InterruptedException stopped) {
            if (!forget()) {
                adapter.keep(token, stateId, given());
            }
            throw stopped;
        }
        return switch (given()) {
            case Answer.Result(var result) -> Optional.of(result);
            case Answer.Defect(var cause) -> throw new TransformDefect("a worker failed for " + stateId, cause);
        };
    }

    /// Ends the wait without an answer; false when one was given meanwhile.
    boolean forget() {
        return adapter.giveUp(token, stateId);
    }

    private Answer given() {
        Answer given = answer;
        if (given == null) {
            throw new IllegalStateException("visit " + stateId + " was waited for already");
        }
        return given;
    }
}
