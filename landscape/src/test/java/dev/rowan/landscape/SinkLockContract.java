package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Which run has an output, whatever database says so.
abstract class SinkLockContract extends LandscapeFixture {
    private static final List<String> OUTPUTS = List.of("/tmp/no such folder/out.jsonl", "https://blobs/out.csv");

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
    void aRunThatReadNothingKeepsNothing() throws InterruptedException {
        try (LandscapeRecorder run = landscape.start(Samples.run("a"), OUTPUTS)) {
            run.end(new RunEnd(RunEnd.Status.FAILED, 0, Optional.of("the disk is full")));
        }
        end(landscape.start(Samples.run("b"), OUTPUTS));
    }

    @Test
    void ofManyWhoStartAtOnceOneHasTheOutput() throws Exception {
        int many = 4;
        var ready = new CyclicBarrier(many);
        var started = new ArrayList<FutureTask<Optional<LandscapeRecorder>>>();
        try (var scope = CallScope.openPlatform("start")) {
            for (int i = 0; i < many; i++) {
                String run = "run-" + i;
                started.add(scope.fork(() -> {
                    ready.await();
                    try {
                        return Optional.of(landscape.start(Samples.run(run), OUTPUTS));
                    } catch (SinkHeldException held) {
                        return Optional.empty();
                    }
                }));
            }
            var having = new ArrayList<LandscapeRecorder>();
            for (FutureTask<Optional<LandscapeRecorder>> task : started) {
                task.get().ifPresent(having::add);
            }
            having.forEach(LandscapeRecorder::close);
            assertThat(having).hasSize(1);
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs(many)).hasSize(1);
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
