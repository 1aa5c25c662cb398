package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.RandomGraphs;
import dev.rowan.testkit.graph.RandomGraphs.Feature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
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
/// ends as the reference says, `verify` finds nothing, each request is an attempt on record, and a replay has the
/// same lines in each sink.
///
/// The everyday build repeats one seed. More crashes: `-Drowan.graphs.crashes=20000`, forty for each graph; the same
/// again: `-Drowan.graphs.seed=S`, where graph `i` has the seed `S + i`.
@Tag("slow")
class GraphCrashTest {
    private static final boolean EVERYDAY = System.getProperty("rowan.graphs.crashes") == null;
    private static final int CRASHES = Integer.getInteger("rowan.graphs.crashes", 120);
    private static final int PER_GRAPH = EVERYDAY ? 6 : 40;
    private static final long SEED =
            Long.getLong("rowan.graphs.seed", EVERYDAY ? 103_714_775 : new Random().nextInt(1_000_000_000));
    private static final int ROWS = 4;

    @TempDir
    private Path folder;

    @Test
    void killedRunsEndAsTheReferenceSays() throws Exception {
        System.out.println("crashes: -Drowan.graphs.crashes=" + CRASHES + " -Drowan.graphs.seed=" + SEED);
        new GraphCampaign("crashes", SEED, Math.ceilDiv(CRASHES, PER_GRAPH)).run(this::check);
    }

    private void check(long seed) throws Exception {
        GraphCase made = new RandomGraphs(
                        new Random(seed),
                        Set.of(
                                Feature.SOURCES,
                                Feature.SPLITS,
                                Feature.TIMEOUTS,
                                Feature.ROW_UNIONS,
                                Feature.AGGREGATES))
                .next(ROWS);
        GraphProcesses.Setting setting = GraphModelTest.setting(seed, made);
        int records = records(made, setting);
        var random = new Random(seed);
        for (int crash = 0; crash < PER_GRAPH; crash++) {
            int at = random.nextInt(records);
            Optional<Integer> again = random.nextBoolean() ? Optional.of(random.nextInt(records)) : Optional.empty();
            assertThat(difference(made, setting, at, again))
                    .as(
                            "seed %d, %s, killed at record %d, again %s\n%s%s",
                            seed, setting, at, again, made.yaml(), made.rows())
                    .isEmpty();
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
            Optional<String> difference = GraphModelTest.difference(made, GraphRun.read(processes))
                    .or(() -> GraphCrashTest.unrecorded(processes));
            return difference.isPresent() ? difference : difference(processes.sinks(), processes.replay());
        } catch (RunDefect broken) {
            return Optional.of("a process failed: " + broken);
        } finally {
            GraphModelTest.delete(place);
        }
    }

    private static Optional<String> unrecorded(GraphProcesses processes) {
        try {
            return processes.unrecordedRequests();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
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
