package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.RandomGraphs;
import dev.rowan.testkit.graph.RandomGraphs.Feature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs of random graphs that are killed at any record, and half of the time once more when they are resumed: each
/// ends as the reference says, `verify` finds nothing, and a replay has the same lines in each sink.
///
/// The everyday build repeats one seed. More crashes: `-Drowan.graphs.crashes=20000`, forty for each graph; the same
/// again: `-Drowan.graphs.seed=S`, where graph `i` has the seed `S + i`.
@Tag("slow")
class GraphCrashTest {
    private static final int CRASHES = Integer.getInteger("rowan.graphs.crashes", 120);
    private static final int PER_GRAPH = Integer.getInteger("rowan.graphs.crashes.each", 40);
    private static final long SEED = Long.getLong(
            "rowan.graphs.seed",
            System.getProperty("rowan.graphs.crashes") == null ? 103_714_775 : new Random().nextInt(1_000_000_000));
    private static final int ROWS = 4;
    private static final int PROGRESS = 200;

    @TempDir
    private Path folder;

    @Test
    void killedRunsEndAsTheReferenceSays() throws Exception {
        System.out.println("crashes: -Drowan.graphs.crashes=" + CRASHES + " -Drowan.graphs.seed=" + SEED);
        int crashes = 0;
        for (long seed = SEED; crashes < CRASHES; seed++) {
            GraphCase made = new RandomGraphs(
                            new Random(seed),
                            Set.of(Feature.SOURCES, Feature.SPLITS, Feature.TIMEOUTS, Feature.ROW_UNIONS))
                    .next(ROWS);
            GraphProcesses.Setting setting = GraphModelTest.setting(seed, made);
            int records = records(made, setting);
            var random = new Random(seed);
            for (int image = 0; image < PER_GRAPH && crashes < CRASHES; image++) {
                int at = random.nextInt(records);
                Optional<Integer> again =
                        random.nextBoolean() ? Optional.of(random.nextInt(records)) : Optional.empty();
                crashes++;
                if (crashes % PROGRESS == 0) {
                    System.out.println(crashes + " crashes over " + (seed - SEED + 1) + " graphs");
                }
                assertThat(difference(made, setting, at, again))
                        .as(
                                "seed %d, %s, killed at record %d, again %s\n%s%s",
                                seed, setting, at, again, made.yaml(), made.rows())
                        .isEmpty();
            }
        }
    }

    /// How many records an undisturbed run makes.
    private int records(GraphCase made, GraphProcesses.Setting setting) throws Exception {
        Path place = Files.createTempDirectory(folder, "run");
        var count = new AtomicInteger();
        new GraphProcesses(made, place, setting).runUntil(_ -> {
            count.incrementAndGet();
            return false;
        });
        GraphModelTest.delete(place);
        return count.get();
    }

    private Optional<String> difference(GraphCase made, GraphProcesses.Setting setting, int at, Optional<Integer> again)
            throws Exception {
        Path place = Files.createTempDirectory(folder, "run");
        try {
            var processes = new GraphProcesses(made, place, setting);
            boolean killed = processes.runUntil(atRecord(at));
            if (killed && again.isPresent()) {
                killed = processes.resumeUntil(atRecord(again.get()));
            }
            if (killed) {
                processes.resume();
            }
            Optional<String> difference = GraphModelTest.difference(made, GraphRun.read(processes));
            return difference.isPresent() ? difference : difference(processes.sinks(), processes.replay());
        } finally {
            GraphModelTest.delete(place);
        }
    }

    private static Optional<String> difference(Map<String, List<Row>> ran, Map<String, List<Row>> replayed) {
        for (var sink : ran.entrySet()) {
            List<Row> again = replayed.getOrDefault(sink.getKey(), List.of());
            for (int i = 0; i < Math.max(again.size(), sink.getValue().size()); i++) {
                Object one = i < sink.getValue().size() ? sink.getValue().get(i) : "nothing";
                Object other = i < again.size() ? again.get(i) : "nothing";
                if (!one.equals(other)) {
                    return Optional.of(
                            "line " + (i + 1) + " of " + sink.getKey() + " is " + one + ", in the replay " + other);
                }
            }
        }
        return Optional.empty();
    }

    private static Predicate<LogEntry> atRecord(int number) {
        var count = new AtomicInteger();
        return _ -> count.getAndIncrement() == number;
    }
}
