package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.engine.call.RejectionSeries.CallSite;
import dev.rowan.engine.call.RejectionSeries.HeldRow;
import dev.rowan.engine.stop.RunStopper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RejectionSeriesTest {
    private static final CallSite FIRST = new CallSite(0, 1);
    private static final CallSite SECOND = new CallSite(0, 2);
    private static final long MAX_BYTES = 100;

    private final Stop stop = new Stop();
    private final RejectionSeries series = new RejectionSeries(OptionalInt.of(2), MAX_BYTES, stop);

    @Test
    void sendsNothingWhileAsManyArePendingAsStopTheRun() {
        series.rejected(FIRST, OptionalLong.empty());
        assertThat(series.mayBeSent(FIRST)).isTrue();
        series.rejected(FIRST, OptionalLong.empty());
        assertThat(series.mayBeSent(FIRST)).isFalse();
        assertThat(series.mayBeSent(SECOND)).isTrue();

        series.settled(FIRST, 0);
        assertThat(series.mayBeSent(FIRST)).isTrue();
    }

    @Test
    void twoQueriesOfARowNeverWaitForEachOther() throws Exception {
        series.rejected(FIRST, OptionalLong.empty());
        series.rejected(FIRST, OptionalLong.empty());
        series.rejected(SECOND, OptionalLong.empty());
        series.rejected(SECOND, OptionalLong.empty());
        var visitRejected = new AtomicBoolean();
        try (var scope = CallScope.open("waiting")) {
            Future<Boolean> waiting = scope.fork(() -> series.awaitPending(FIRST, visitRejected::get));
            visitRejected.set(true);
            series.rejected(SECOND, OptionalLong.empty());

            assertThat(waiting.get()).isTrue();
        }
        assertThat(series.mayBeSent(FIRST))
                .as("nothing was forgotten by a time-out")
                .isFalse();
    }

    @Test
    void whatIsBeyondTheMemoryFailsOldestFirst() {
        var failed = new ArrayList<Integer>();
        var many = new RejectionSeries(OptionalInt.of(1_000), MAX_BYTES, stop);
        for (int i = 0; i < 5; i++) {
            many.hold(rejection("no model"), "ask", new Row(i, 40, failed));
        }
        assertThat(failed).containsExactly(0, 1, 2);
    }

    @Test
    void differentErrorsAreHeldInBoundedNumber() {
        var failed = new ArrayList<Integer>();
        var many = new RejectionSeries(OptionalInt.of(1_000_000), Long.MAX_VALUE, stop);
        for (int i = 0; i < HeldRows.MAX_ROWS + 3; i++) {
            many.hold(rejection("row " + i), "ask", new Row(i, 40, failed));
        }
        assertThat(failed).containsExactly(0, 1, 2);
        assertThat(stop.why).isEmpty();
    }

    @Test
    void anAnswerResetsTheCount() {
        var failed = new ArrayList<Integer>();
        series.hold(rejection("no model"), "ask", new Row(0, 1, failed));
        series.answered(FIRST);
        assertThat(failed).isEmpty();
        series.failRejected();
        series.hold(rejection("no model", 1), "ask", new Row(1, 1, failed));
        assertThat(stop.why).isEmpty();
        assertThat(failed).containsExactly(0);

        series.hold(rejection("no model", 1), "ask", new Row(2, 1, failed));
        assertThat(stop.why).singleElement().asString().contains("2 rows in a row");
    }

    @Test
    void aRejectionThatIsHeldAfterALaterAnswerDoesNotCount() {
        var failed = new ArrayList<Integer>();
        long first = series.rejected(FIRST, OptionalLong.empty());
        series.answered(FIRST);
        long second = series.rejected(FIRST, OptionalLong.empty());

        series.hold(rejection("no model", second), "ask", new Row(1, 1, failed));
        series.hold(rejection("no model", first), "ask", new Row(0, 1, failed));

        assertThat(failed).containsExactly(0);
        assertThat(stop.why).isEmpty();
        assertThat(series.mayBeSent(FIRST)).isTrue();
    }

    @Test
    void anAnswerCountsAlsoIfNoRejectionIsPending() {
        var failed = new ArrayList<Integer>();
        long before = series.answers();
        series.answered(FIRST);

        series.hold(rejection("no model", before), "ask", new Row(0, 1, failed));
        series.hold(rejection("no model", before), "ask", new Row(1, 1, failed));

        assertThat(failed).containsExactly(0, 1);
        assertThat(stop.why).isEmpty();
    }

    @Test
    void theLastRejectionOfACallCounts() {
        var failed = new ArrayList<Integer>();
        long first = series.rejected(FIRST, OptionalLong.empty());
        series.answered(FIRST);
        long again = series.rejected(FIRST, OptionalLong.of(first));
        again = series.rejected(FIRST, OptionalLong.of(again));
        assertThat(series.mayBeSent(FIRST)).as("it is pending once").isTrue();

        series.hold(rejection("no model", again), "ask", new Row(0, 1, failed));
        series.hold(rejection("no model", again), "ask", new Row(1, 1, failed));

        assertThat(failed).isEmpty();
        assertThat(stop.why).singleElement().asString().contains("2 rows in a row");
    }

    @Test
    void anAnswerToAnotherCallChangesNothing() {
        var failed = new ArrayList<Integer>();
        long first = series.rejected(FIRST, OptionalLong.empty());
        series.answered(SECOND);
        long second = series.rejected(FIRST, OptionalLong.empty());

        series.hold(rejection("no model", second), "ask", new Row(1, 1, failed));
        series.hold(rejection("no model", first), "ask", new Row(0, 1, failed));

        assertThat(stop.why).singleElement().asString().contains("2 rows in a row");
    }

    private static CommonRejection rejection(String error) {
        return rejection(error, 0);
    }

    private static CommonRejection rejection(String error, long answersBefore) {
        return new CommonRejection(new CommonRejection.Key(0, 1, "status 400", error), error, answersBefore);
    }

    private record Row(int number, long bytes, List<Integer> failed) implements HeldRow {
        @Override
        public void fail() {
            failed.add(number);
        }

        @Override
        public void abandon() {}
    }

    private static final class Stop implements RunStopper {
        private final List<String> why = new ArrayList<>();

        @Override
        public boolean requested() {
            return !why.isEmpty();
        }

        @Override
        public void limit(String what) {
            why.add(what);
        }

        @Override
        public void blocked(String cause) {
            why.add(cause);
        }
    }
}
