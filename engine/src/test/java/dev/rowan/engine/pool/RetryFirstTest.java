package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A pool of 20 that is always full, with 400 rows waiting and answers after 100 ms, so that a row at the end
/// of the queue waits for about 2 s. One request in 20 is refused once. All in simulated time.
@Tag("slow")
@Timeout(180)
class RetryFirstTest {
    private static final int POOL = 20;
    private static final int BACKLOG = 400;
    private static final int ROWS = 2_000;
    private static final Duration STEP = Duration.ofMillis(1);
    private static final long ANSWER_AFTER = Duration.ofMillis(100).toNanos();
    private static final long BACK_OFF = Duration.ofMillis(250).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final SteppedTime time = new SteppedTime();
    private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
    private final PriorityQueue<Sent> onWire = new PriorityQueue<>(
            Comparator.comparingLong((Sent request) -> request.pass.dispatch().at())
                    .thenComparingLong(request -> request.pass.dispatch().number()));
    private final Set<Long> refusedRows = new HashSet<>();
    private long rowsStarted;

    private record Sent(long row, boolean again, long readyAt, DispatchGrant pass) {
        long late() {
            return pass.dispatch().at() - readyAt;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedRowIsSentAgainWithinASecondOfItsBackOffWhileThePoolIsBusy(PoolConfig.Law law) throws Exception {
        assertThat(percentile99(lateness(law, true))).isLessThan(SECOND);
    }

    /// The control for the test above: retries that wait like any other request.
    @ParameterizedTest
    @EnumSource
    void inOrderOfReadyTimeItWouldWaitBehindTheBacklog(PoolConfig.Law law) throws Exception {
        assertThat(percentile99(lateness(law, false))).isGreaterThan(SECOND);
    }

    @Test
    void retriesGoInRowOrderBeforeFirstAttempts() throws Exception {
        PacerLane lane = pacer(PoolConfig.Law.AIMD).lane(1);
        try (var scope = CallScope.open("retry-first")) {
            start(scope, lane, 1, false, 0);
            Sent first = next();
            start(scope, lane, 2, false, 0);
            start(scope, lane, 9, true, 2 * SECOND);
            start(scope, lane, 7, true, 3 * SECOND);
            start(scope, lane, 8, true, 60 * SECOND);
            time.advance(Duration.ofSeconds(4));

            var order = new ArrayList<Long>();
            lane.succeeded(first.pass, RateHints.none());
            while (order.size() < 3) {
                Sent request = next();
                order.add(request.row);
                lane.succeeded(request.pass, RateHints.none());
            }

            assertThat(order).containsExactly(7L, 9L, 2L);
        }
    }

    /// How long after the end of its backoff each refused row was sent again, once the throttle has found its
    /// pace.
    private List<Long> lateness(PoolConfig.Law law, boolean retryFirst) throws InterruptedException {
        Pacer pacer = pacer(law);
        PacerLane lane = pacer.lane(POOL);
        var late = new ArrayList<Long>();
        try (var scope = CallScope.open("retry-first")) {
            while (rowsStarted < BACKLOG) {
                start(scope, lane, ++rowsStarted, false, 0);
            }
            for (int received = 0; rowsStarted < ROWS; time.advance(STEP)) {
                end(scope, lane, retryFirst);
                for (pacer.serve(); received < pacer.admitted(lane); received++) {
                    Sent next = next();
                    onWire.add(next);
                    if (refusedRows.contains(next.row)) {
                        late.add(next.late());
                    }
                }
            }
        }
        return late;
    }

    /// Ends the requests whose answers are due; each ended row frees capacity for another.
    private void end(CallScope scope, PacerLane lane, boolean retryFirst) {
        while (!onWire.isEmpty() && onWire.element().pass.dispatch().at() + ANSWER_AFTER <= time.nanos()) {
            Sent ended = onWire.remove();
            if (ended.row % 20 == 0 && refusedRows.add(ended.row)) {
                start(scope, lane, ended.row, retryFirst, time.nanos() + BACK_OFF);
                lane.failed(ended.pass);
            } else {
                start(scope, lane, ++rowsStarted, false, time.nanos());
                lane.succeeded(ended.pass, RateHints.none());
            }
        }
    }

    private Pacer pacer(PoolConfig.Law law) {
        var config = new PoolConfig(
                POOL,
                Duration.ZERO,
                Duration.ofSeconds(5),
                2,
                Duration.ofMillis(50),
                Duration.ofHours(1),
                law,
                DeclaredLimits.NONE);
        return new Pacer(config.newThrottle(new SplittableRandom(1)), time, time, Pacer.DEFAULT_DOWN_TIMEOUT);
    }

    /// Starts a request; returns when it waits in the lane or is admitted.
    private void start(CallScope scope, PacerLane lane, long row, boolean retry, long readyAt) {
        int waiting = lane.waiting();
        int through = sent.size();
        scope.start(() -> {
            try {
                DispatchGrant pass = lane.enter(
                                new PacerRequest(0, 0, readyAt, row, retry ? 1 : 0, OptionalLong.empty()))
                        .orElseThrow();
                sent.add(new Sent(row, retry, readyAt, pass));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        while (lane.waiting() == waiting && sent.size() == through) {
            Thread.onSpinWait();
        }
    }

    private Sent next() throws InterruptedException {
        Sent next = sent.poll(120, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was sent");
        }
        return next;
    }

    private static long percentile99(List<Long> values) {
        assertThat(values).hasSizeGreaterThan(50);
        return values.stream().sorted().toList().get(values.size() * 99 / 100);
    }
}
