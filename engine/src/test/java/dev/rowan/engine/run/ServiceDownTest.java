package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.notSent;
import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.ServiceOutage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service that cannot be reached for a while, by a clock that runs fifty times as fast until it can be: what a row
/// may wait for capacity is then real time, which a busy machine does not use up.
@Tag("slow")
class ServiceDownTest extends EngineTest {
    private static final int ROWS = 200;
    private static final int IN_FLIGHT = 20;
    /// More than the lane lets in until the service is known to be down, and the probes after that.
    private static final int MAX_FAILURES = 150;
    /// More than there are in a minute.
    private static final int MAX_PROBES = 12;

    private static final Map<String, ?> POOL = Map.of("pool_size", IN_FLIGHT, "max_capacity_retry_seconds", 40);

    private final AcceleratedTime time = new AcceleratedTime(50);
    private final long began = time.nanos();
    private final AtomicLong firstCall = new AtomicLong();

    @ParameterizedTest
    @CsvSource({"6, 200", "60, 200", "60, 4"})
    void failsNoRowAndIsProbedByConnectionsWhereThereAreNone(int seconds, int rows) throws Exception {
        ScriptedWire wire = refusing(seconds);

        assertAllComplete(calling(pipeline, wire, rows), rows);

        assertThat(ends(CallState.UNKNOWN)).isEmpty();
        assertThat(ends(CallState.NOT_SENT))
                .as("what was let in when it went down")
                .hasSizeLessThan(MAX_FAILURES);
        assertThat(wire.connects()).isLessThan(MAX_PROBES);
    }

    @ParameterizedTest
    @CsvSource({"6, 200", "60, 200", "60, 4"})
    void failsNoRowAndIsProbedByOneRowAfterTheOtherWhereConnectionsBreak(int seconds, int rows) throws Exception {
        var lost = new AtomicInteger();
        var wire = new ScriptedWire((_, _) -> lost.get() >= 6 && isOver(seconds) ? ok("yes") : losing(lost));

        assertAllComplete(calling(pipeline, wire, rows), rows);

        List<LogEntry.CallEnded> unknown = ends(CallState.UNKNOWN);
        assertThat(wire.sent()).as("every lost request is named").hasSize(rows + unknown.size());
        assertThat(unknown).extracting(LogEntry.CallEnded::disposition).contains("reset_while_down");
        assertThat(unknown).hasSizeLessThan(MAX_FAILURES);
        Collection<Long> ofEachRow = unknown.stream()
                .collect(groupingBy(end -> end.key().rowSeq(), counting()))
                .values();
        assertThat(ofEachRow).as("rows take turns").allMatch(times -> times <= 2 + unknown.size() / rows);
        assertThat(wire.connects()).isZero();
    }

    @Test
    void isProbedByRowsAgainWhenAConnectionProvedNothing() throws Exception {
        var lost = new AtomicInteger();
        var connected = new AtomicBoolean();
        var wire = new ScriptedWire(
                (_, _) -> !connected.get() ? notSent() : lost.get() >= 7 ? ok("yes") : losing(lost), () -> {
                    connected.set(true);
                    return Optional.empty();
                });

        assertAllComplete(calling(pipeline, wire, 4), 4);

        assertThat(wire.connects()).isEqualTo(1);
        assertThat(ends(CallState.UNKNOWN))
                .hasSize(7)
                .allSatisfy(end -> assertThat(end.disposition()).isEqualTo("reset_while_down"));
    }

    @Test
    void resetsOfAnEarlierProcessDuringAnOutageDoNotCountEither() throws Exception {
        calling(pipeline, new ScriptedWire((_, _) -> lost()), 2).with("service_down_timeout", "2m");
        RunResult stopped = pipeline.run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(ends(CallState.UNKNOWN)).hasSizeGreaterThanOrEqualTo(4);

        try (var later = new TestPipeline(folder)) {
            assertAllComplete(
                    calling(later, new ScriptedWire((_, _) -> ok("yes")), 2)
                            .startMode(new RunStartMode.Resumed(stopped.runId(), false)),
                    2);
        }
    }

    private static void assertAllComplete(TestPipeline run, int rows) throws Exception {
        RunResult result = run.run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, rows));
        assertAddsUp(result, run.summary());
    }

    private List<LogEntry.CallEnded> ends(CallState state) {
        return pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                .filter(end -> end.state() == state)
                .toList();
    }

    @Test
    void theTimeInWhichItIsDownDoesNotCountAsTimeWithoutCapacity() throws Exception {
        var wire = new ScriptedWire((body, before) ->
                before == 0 && body.contains("5,") ? status(503) : isOver(60) ? ok("yes") : notSent());

        RunResult result = calling(pipeline, wire).run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
    }

    @Test
    void stopsTheRunAfterTheTimeOutWithoutAnOutcomeAndResumesOnceItIsBack() throws Exception {
        calling(pipeline, new ScriptedWire((_, _) -> notSent())).with("service_down_timeout", "2m");

        RunResult stopped = pipeline.run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(stopped.why().orElseThrow())
                .contains("run.service_down_timeout", "https://service.test", "connect: nobody listens", "resume");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(time.nanos() - began).isGreaterThan(Duration.ofMinutes(2).toNanos());

        try (var later = new TestPipeline(folder)) {
            RunResult resumed = calling(later, new ScriptedWire((_, _) -> ok("yes")))
                    .startMode(new RunStartMode.Resumed(stopped.runId(), false))
                    .run();

            assertThat(resumed.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(resumed.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
        }
    }

    @Test
    void reportsTheOutageAndTheNextProbe() throws Exception {
        var back = new AtomicBoolean();
        var wire = new ScriptedWire((_, _) -> back.get() ? ok("yes") : notSent());
        PipelineRun run = calling(pipeline, wire).assemble();
        try (var started = new StartedRun(run)) {
            await(() -> run.progress().calls().paces().stream()
                    .anyMatch(service -> service.pace().down().isPresent()));
            back.set(true);

            assertThat(started.result().counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
            assertThat(run.progress().calls().paces())
                    .allMatch(service -> service.pace().down().isEmpty());
        }
    }

    @Test
    void recordsStartEndAndReasonOfAnOutage() throws Exception {
        calling(pipeline, refusing(6)).run();

        assertThat(outages(pipeline)).singleElement().satisfies(outage -> {
            assertThat(outage.service()).isEqualTo("https://service.test");
            assertThat(outage.why()).isEqualTo("connect: nobody listens");
            assertThat(outage.isBack()).isTrue();
            assertThat(Duration.between(outage.since(), outage.until().orElseThrow()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(500));
        });
        assertThat(pipeline.notes(ServiceOutage.DOWN_NOTE)).hasSize(1);
        assertThat(pipeline.notes(ServiceOutage.UP_NOTE)).hasSize(1);
    }

    @Test
    void thatOutlastsTheRunIsNotedAsNotBack() throws Exception {
        calling(pipeline, new ScriptedWire((_, _) -> lost()))
                .with("service_down_timeout", "1m")
                .run();

        assertThat(outages(pipeline)).singleElement().satisfies(outage -> {
            assertThat(outage.isBack()).isFalse();
            assertThat(Duration.between(outage.since(), outage.until().orElseThrow()))
                    .isGreaterThanOrEqualTo(Duration.ofMinutes(1));
        });
    }

    private static List<ServiceOutage> outages(TestPipeline of) {
        try (LandscapeReader reader = of.landscape().reader()) {
            return ServiceOutage.of(
                    reader.notes().after(reader.runs().resolve("latest"), 0, ServiceOutage.NOTES).stream()
                            .map(NoteQueries.Note::facts)
                            .toList());
        }
    }

    private TestPipeline calling(TestPipeline in, ScriptedWire wire) {
        return calling(in, wire, ROWS);
    }

    private TestPipeline calling(TestPipeline in, ScriptedWire wire, int rows) {
        return in.source(ListSource.counting(rows))
                .transform("ask", new CallingTransform(), POOL, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire)
                .at(time);
    }

    /// Gives no connection for so long, and to two probes at least.
    private ScriptedWire refusing(int seconds) {
        var probes = new AtomicInteger();
        return new ScriptedWire(
                (_, _) -> probes.get() > 2 && isOver(seconds) ? ok("yes") : notSent(),
                () -> probes.incrementAndGet() > 2 && isOver(seconds) ? Optional.empty() : Optional.of(notSent()));
    }

    private static WireReply losing(AtomicInteger count) {
        count.incrementAndGet();
        return ScriptedWire.lost();
    }

    /// Whether so much time has passed since it was first called; from then on time is real.
    private boolean isOver(int seconds) {
        firstCall.compareAndSet(0, time.nanos());
        boolean over =
                time.nanos() - firstCall.get() > Duration.ofSeconds(seconds).toNanos();
        if (over) {
            time.slowDown();
        }
        return over;
    }

    private static void await(Supplier<Boolean> done) {
        while (!done.get()) {
            Thread.onSpinWait();
        }
    }
}
