package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.record.CallCost;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTextTest {
    private static final ProgressSnapshot HALF_WAY = moment("review-filter", 1, OptionalLong.of(3_000));

    private static ProgressSnapshot moment(String name, long times, OptionalLong expected) {
        var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
        outcomes.putAll(
                Map.of(Outcome.COMPLETED, 1_540 * times, Outcome.BLOCKED, 48 * times, Outcome.QUARANTINED, 4 * times));
        return new ProgressSnapshot(
                name,
                ProgressFixture.snapshot(
                        1_744 * times,
                        1_592 * times,
                        120,
                        32,
                        outcomes,
                        Map.of(),
                        Map.of(),
                        530,
                        OptionalLong.of(1_000),
                        CallStatistics.Snapshot.NONE),
                Duration.ofSeconds(3),
                new RunEstimate(
                        1_592 * times, expected, false, OptionalDouble.of(5_310.4), Optional.of(Duration.ofSeconds(2))),
                List.of(),
                false);
    }

    private static final DeclaredLimits DECLARED = new DeclaredLimits(Optional.of(600L), Optional.of(90_000L));

    private static ProgressSnapshot calling(PaceState... paces) {
        ProgressSnapshot quiet = HALF_WAY;
        RunProgress.Snapshot counts = quiet.counts();
        var calls = new CallStatistics.Snapshot(
                40,
                42,
                2,
                CallCost.of(Usd.ZERO, true),
                Usd.ZERO,
                Optional.empty(),
                false,
                Stream.of(paces)
                        .map(pace -> new CallStatistics.ServicePace("https://api.openai.com", pace))
                        .toList(),
                0,
                0,
                Usd.ZERO);
        return new ProgressSnapshot(
                quiet.name(),
                ProgressFixture.snapshot(
                        counts.rowsRead(),
                        counts.rowsEnded(),
                        counts.inFlight(),
                        counts.waitingToLeave(),
                        counts.outcomes(),
                        counts.sinks(),
                        counts.reasons(),
                        counts.sourceDone(),
                        counts.sourceSize(),
                        calls),
                quiet.elapsed(),
                quiet.estimate(),
                quiet.waits(),
                quiet.stopping());
    }

    private static PaceState pace(long delayMillis, DeclaredLimits limits, PaceState.Cause cause, long heldSeconds) {
        return new PaceState(
                Duration.ofMillis(delayMillis),
                limits,
                cause,
                Duration.ofMillis(2_700),
                Duration.ofSeconds(heldSeconds),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void saysThatTheLandscapeIsUnreachableAndWhenTheRunStops() {
        RunProgress.Snapshot counts = HALF_WAY.counts();
        var waiting = new ProgressSnapshot(
                HALF_WAY.name(),
                new RunProgress.Snapshot(
                        counts.rowsRead(),
                        counts.rowsEnded(),
                        counts.inFlight(),
                        counts.waitingToLeave(),
                        counts.undurable(),
                        counts.outcomes(),
                        counts.sinks(),
                        counts.reasons(),
                        counts.sourceDone(),
                        counts.sourceSize(),
                        counts.calls(),
                        0,
                        List.of(),
                        false,
                        Optional.of(new LandscapeOutage(
                                Duration.ofSeconds(14), Duration.ofSeconds(586), "connection refused")),
                        counts.head(),
                        counts.endedBefore(),
                        0),
                HALF_WAY.elapsed(),
                HALF_WAY.estimate(),
                HALF_WAY.waits(),
                HALF_WAY.stopping());
        String text = "landscape unreachable for 14 s (connection refused), the run stops in 9 min";

        assertThat(ProgressText.block(waiting, Terminal.plain(100))).contains("  " + text);
        assertThat(ProgressText.line(waiting)).contains(" · " + text + " · ");
        assertThat(ProgressText.line(HALF_WAY)).doesNotContain("landscape");
    }

    @Test
    void showsTheRateLimitOfEachServiceAndItsCause() {
        assertThat(ProgressText.block(
                        calling(
                                pace(5, DeclaredLimits.NONE, PaceState.Cause.NEVER_REFUSED, 0),
                                pace(400, DeclaredLimits.NONE, PaceState.Cause.REFUSED, 0),
                                pace(0, DECLARED, PaceState.Cause.NEVER_REFUSED, 0),
                                pace(3_000, DECLARED, PaceState.Cause.ASKED_TO_WAIT, 14)),
                        Terminal.plain(80)))
                .contains(
                        "  api.openai.com: at most 200 calls/s; not rate-limited",
                        "  api.openai.com: at most 2.5 calls/s; rate-limited (429), last 3 s ago",
                        "  api.openai.com: at most 600 calls/min, 90,000 tokens/min; declared limit",
                        "  api.openai.com: Retry-After, 14 s left")
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(80));
    }

    @Test
    void showsAnUnreachableServiceAndItsNextProbe() {
        var down = new PaceState(
                Duration.ZERO,
                DeclaredLimits.NONE,
                PaceState.Cause.NEVER_REFUSED,
                Duration.ZERO,
                Duration.ZERO,
                Optional.of(new PaceState.Down(
                        Duration.ofSeconds(14), Duration.ofMillis(3_200), "connect: Connection refused")),
                Optional.empty());

        assertThat(ProgressText.block(calling(down), Terminal.plain(100)))
                .contains("  api.openai.com: unreachable for 14 s (connect: Connection refused), next probe in 4 s");
    }

    @Test
    void countsServicesBeyondTheMaximum() {
        PaceState[] six = new PaceState[6];
        Arrays.fill(six, pace(0, DeclaredLimits.NONE, PaceState.Cause.ASKED_TO_WAIT, 0));

        assertThat(ProgressText.block(calling(six), Terminal.plain(80)))
                .hasSize(9)
                .contains("  api.openai.com: no delay; Retry-After, last 3 s ago")
                .last()
                .isEqualTo("  and 2 services more");
    }

    @Test
    void showsTheLimitInAPipeToo() {
        assertThat(ProgressText.line(calling(pace(5, DeclaredLimits.NONE, PaceState.Cause.REFUSED, 0))))
                .contains(" · api.openai.com: at most 200 calls/s; rate-limited (429), last 3 s ago · 0:03");
    }

    @Test
    void fitsEightyColumns() {
        assertThat(ProgressText.block(HALF_WAY, Terminal.plain(80))).containsExactly("""
            review-filter  ████████░░░░░░░░  53 %  1,592 of about 3,000 rows  0:03  ETA 0:02
              1,540 completed · 48 blocked · 0 failed · 4 quarantined
              120 in flight · 32 done, waiting for earlier rows · 5,310 rows/s\
            """.split("\n"));
    }

    @Test
    void usesTwoHundredColumns() {
        assertThat(ProgressText.block(HALF_WAY, Terminal.plain(200))).containsExactly("""
            review-filter  ██████████████████████████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  53 %  1,592 of about 3,000 rows  0:03  ETA 0:02
              1,540 completed · 48 blocked · 0 failed · 4 quarantined · 120 in flight · 32 done, waiting for earlier rows · 5,310 rows/s\
            """.split("\n"));
    }

    @Test
    void isOneLineInAPipe() {
        assertThat(ProgressText.line(HALF_WAY))
                .isEqualTo(
                        "review-filter: 53 % · 1,592 of about 3,000 rows · 1,540 completed · 48 blocked · 0 failed · 4"
                                + " quarantined · 120 in flight · 32 done, waiting for earlier rows · 5,310 rows/s · 0:03"
                                + " · ETA 0:02");
    }

    @Test
    void showsNoBarWhenTheSourceDoesNotKnowItsSize() {
        assertThat(ProgressText.block(moment("stdin", 1, OptionalLong.empty()), Terminal.plain(80)))
                .first()
                .isEqualTo("stdin  1,592 rows done  0:03  ETA 0:02");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120, 200})
    void neverWraps(int width) {
        ProgressSnapshot huge = moment(
                "a name that is much longer than anyone would ever want it",
                10_000_000,
                OptionalLong.of(15_920_000_000L));
        assertThat(ProgressText.block(huge, Terminal.plain(width)))
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
    }

    @Test
    void cannotBeRepaintedByTheNameOfARun() {
        assertThat(ProgressText.line(moment("a\u001b[2Jb", 1, OptionalLong.empty())))
                .startsWith("ab: ");
    }
}
