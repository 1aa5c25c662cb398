package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Exclusive outputs of runs, on any database.
abstract class SinkLockContract extends LandscapeFixture {
    private static final List<String> OUTPUTS = List.of("/tmp/no such folder/out.jsonl", "https://blobs/out.csv");
    private static final int AT_ONCE = 4;

    @Test
    void anOutputIsOneRunsUntilThatIsCompletedOrAbandoned() throws InterruptedException {
        for (RunEnd.Status status : RunEnd.Status.values()) {
            String first = "first-" + status.word();
            String second = "second-" + status.word();
            try (LandscapeRecorder run = landscape.start(Samples.run(first), OUTPUTS)) {
                assertHeld(second, new SinkHold(first, OUTPUTS.getFirst(), true));
                run.record(Samples.read(1));
                run.end(new RunEnd(status, 1, Optional.empty()));
            }
            boolean over = status == RunEnd.Status.COMPLETED || status == RunEnd.Status.ABANDONED;
            if (!over) {
                assertHeld(second, new SinkHold(first, OUTPUTS.getFirst(), false));
                end(landscape
                        .resume(first, new RunResume("0.1.0", "ada", List.of(), List.of(), Optional.empty()))
                        .recorder());
            }
            end(landscape.start(Samples.run(second), OUTPUTS));
        }
        assertThat(landscape.sinkHolds()).isEmpty();
    }

    @Test
    void aRunWithoutRowsHoldsNoOutput() throws InterruptedException {
        try (LandscapeRecorder run = landscape.start(Samples.run("a"), OUTPUTS)) {
            run.end(new RunEnd(RunEnd.Status.FAILED, 0, Optional.of("the disk is full")));
        }
        end(landscape.start(Samples.run("b"), OUTPUTS));
    }

    @Test
    void ofManyWhoStartAtOnceOneHasTheOutput() throws Exception {
        assertThat(startAtOnce(run -> landscape.start(Samples.run(run), OUTPUTS), SinkHeldException.class))
                .hasSize(AT_ONCE - 1);
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().newest(AT_ONCE)).hasSize(1);
        }
    }

    @Test
    void anAbandonedRunEndsInTheTransactionThatStartsTheNextOne() throws InterruptedException {
        killed("a", OUTPUTS);
        try (LandscapeRecorder run = landscape.start(Samples.run("b"), OUTPUTS, Set.of("a"));
                LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").isAbandoned()).isTrue();
            assertThat(reader.runs().summary("a").why())
                    .hasValueSatisfying(why -> assertThat(why).contains("abandoned by ", "so that run b "));
            assertThat(landscape.sinkHolds())
                    .extracting(SinkHold::runId)
                    .containsOnly("b")
                    .hasSize(OUTPUTS.size());
            run.record(Samples.read(1));
        }
    }

    @Test
    void aStartThatIsRefusedAbandonsNothing() throws InterruptedException {
        killed("a", OUTPUTS);
        killed("other", List.of("https://blobs/other.csv"));
        var outputs = new ArrayList<>(OUTPUTS);
        outputs.add("https://blobs/other.csv");
        assertThatThrownBy(() -> landscape.start(Samples.run("b"), outputs, Set.of("a")))
                .isInstanceOf(SinkHeldException.class);
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").isAbandoned()).isFalse();
            assertThat(reader.runs().newest(10)).hasSize(2);
        }
        assertHeld("c", new SinkHold("a", OUTPUTS.getFirst(), false));
        end(landscape
                .resume("a", new RunResume("0.1.0", "ada", List.of(), List.of(), Optional.empty()))
                .recorder());
    }

    @Test
    void aRunWithBatchesThatAreNotSettledIsNotAbandoned() throws InterruptedException {
        try (LandscapeRecorder run = landscape.start(Samples.run("a"), OUTPUTS)) {
            run.record(List.of(Samples.read(1), Batches.parked(1, 1)));
            run.record(Batches.planned(1, 1, List.of(Calls.key(1, 1))));
        }
        assertThatThrownBy(() -> landscape.start(Samples.run("b"), OUTPUTS, Set.of("a")))
                .isInstanceOfSatisfying(
                        RunRefusedException.class,
                        refused -> assertThat(refused.text("./rowan", " --landscape x"))
                                .contains(
                                        "run a cannot be abandoned",
                                        "./rowan batch watch a --landscape x",
                                        "./rowan batch cancel a --all --landscape x"));
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").isAbandoned()).isFalse();
        }
    }

    @Test
    void ofManyWhoContinueARunAtOnceOneStarts() throws Exception {
        end(landscape.start(Samples.run("parent")));
        assertThat(startAtOnce(
                        run -> landscape.start(Samples.run(run).with("continues", "parent")),
                        RunRefusedException.class))
                .hasSize(AT_ONCE - 1)
                .allSatisfy(
                        refused -> assertThat(refused).hasMessageContaining("run parent was continued by run run-"));
    }

    /// Starts a run, or returns the refusal.
    private interface Start {
        LandscapeRecorder of(String run) throws InterruptedException;
    }

    /// Starts several runs concurrently and returns the refusals; those that started are closed.
    private static <E extends RuntimeException> List<E> startAtOnce(Start start, Class<E> refusal) throws Exception {
        var ready = new CyclicBarrier(AT_ONCE);
        var refused = new CopyOnWriteArrayList<E>();
        var started = new ArrayList<FutureTask<Optional<LandscapeRecorder>>>();
        try (var scope = CallScope.openPlatform("start")) {
            for (int i = 0; i < AT_ONCE; i++) {
                String run = "run-" + i;
                started.add(scope.fork(() -> {
                    ready.await();
                    try {
                        return Optional.of(start.of(run));
                    } catch (RuntimeException thrown) {
                        refused.add(refusal.cast(thrown));
                        return Optional.empty();
                    }
                }));
            }
            var having = new ArrayList<LandscapeRecorder>();
            for (FutureTask<Optional<LandscapeRecorder>> task : started) {
                task.get().ifPresent(having::add);
            }
            having.forEach(LandscapeRecorder::close);
        }
        return refused;
    }

    private void killed(String run, List<String> outputs) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run(run), outputs)) {
            recorder.record(Samples.read(1));
        }
    }

    private void assertHeld(String run, SinkHold by) {
        for (String output : OUTPUTS) {
            assertThatThrownBy(() -> landscape.start(Samples.run(run), List.of(output)))
                    .isInstanceOfSatisfying(
                            SinkHeldException.class,
                            held -> assertThat(held.hold()).isEqualTo(new SinkHold(by.runId(), output, by.live())));
        }
    }

    private static void end(LandscapeRecorder recorder) throws InterruptedException {
        try (recorder) {
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty()));
        }
    }
}
