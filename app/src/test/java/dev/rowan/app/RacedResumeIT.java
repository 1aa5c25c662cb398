package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two processes that resume one killed run at the same time.
@Timeout(120)
class RacedResumeIT {
    private static final int KILLED_AT = 60;

    @TempDir
    private Path folder;

    /// One of the two processes and its exit.
    private record Racer(long pid, Ended ended) {}

    static IntStream races() {
        return IntStream.rangeClosed(1, System.getProperty("rowan.chaos", "").equals("full") ? 20 : 2);
    }

    @ParameterizedTest
    @MethodSource("races")
    void oneResumesAndTheOtherIsRefusedWithTheOwner(int race) throws Exception {
        try (Stage stage = DisturbedRun.stage(folder)) {
            var run = new DisturbedRun(stage, folder);
            assertThat(run.signalled("KILL", KILLED_AT, "run", "pipeline.yaml").code())
                    .isEqualTo(128 + 9);
            String id = String.valueOf(run.status().get("run"));

            List<Racer> racers = race(run, id);

            Racer winner = racers.stream()
                    .filter(racer -> racer.ended().code() == 0)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(racers));
            Racer loser = racers.get(racers.getFirst().equals(winner) ? 1 : 0);
            assertThat(loser.ended().code()).as(racers.toString()).isEqualTo(1);
            assertThat(loser.ended().err())
                    .contains("run " + id + " is held by process " + winner.pid(), "it can be taken over")
                    .doesNotContain("\tat ");
            assertThat(run.lines("output")).hasSize(270);
            assertThat(run.rowan("verify", id).code()).isZero();
            assertThat(stage.simulator().billedAgain("openai_chat"))
                    .isLessThanOrEqualTo(run.status().attempts("unknown"));
        }
    }

    /// Starts both as close together as two threads can.
    private static List<Racer> race(DisturbedRun run, String id) throws InterruptedException, ExecutionException {
        var ready = new CyclicBarrier(2);
        try (var scope = CallScope.openPlatform("racer")) {
            List<FutureTask<Racer>> tasks = Stream.of(1, 2)
                    .map(_ -> scope.fork(() -> {
                        ready.await();
                        try (RowanProcess process = run.start("resume", id)) {
                            return new Racer(process.pid(), process.await());
                        }
                    }))
                    .toList();
            return List.of(tasks.getFirst().get(), tasks.getLast().get());
        }
    }
}
