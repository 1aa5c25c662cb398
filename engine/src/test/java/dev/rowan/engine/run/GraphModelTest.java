package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigException;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.testkit.graph.ChoiceNotAllowedException;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.RandomGraphs;
import dev.rowan.testkit.graph.RandomGraphs.Feature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Random graphs through the engine end as the reference says: the same outcome of each token and the same lines in
/// each sink, and `verify` finds nothing. Which of the allowed choices timing made is taken from the record.
///
/// The everyday build repeats one seed. More graphs: `-Drowan.graphs=5000`; the same again: `-Drowan.graphs.seed=S`,
/// where graph `i` has the seed `S + i`.
@Tag("slow")
class GraphModelTest {
    private static final int GRAPHS = Integer.getInteger("rowan.graphs", 300);
    private static final long SEED = Long.getLong(
            "rowan.graphs.seed",
            System.getProperty("rowan.graphs") == null ? 697_358_185 : new Random().nextInt(1_000_000_000));
    private static final int ROWS = Integer.getInteger("rowan.graphs.rows", 200);
    private static final Set<Feature> FEATURES =
            Set.of(Feature.SOURCES, Feature.SPLITS, Feature.TIMEOUTS, Feature.ROW_UNIONS, Feature.AGGREGATES);
    private static final String REFUSED = "the pipeline was refused: ";
    private static final String FAILED = "the run failed: ";

    @TempDir
    private Path folder;

    @Test
    void runsEndAsTheReferenceSays() throws Exception {
        System.out.println("random graphs: -Drowan.graphs=" + GRAPHS + " -Drowan.graphs.seed=" + SEED);
        new GraphCampaign("random graphs", SEED, GRAPHS).run(this::check);
    }

    private void check(long seed) {
        GraphCase made = made(seed);
        GraphProcesses.Setting setting = setting(seed, made);
        Optional<String> difference = difference(made, setting);
        if (difference.isPresent()) {
            GraphCase smallest = made.shrink(smaller -> difference(smaller, setting)
                    .filter(found -> kind(found).equals(kind(difference.get())))
                    .isPresent());
            assertThat(difference(smallest, setting).or(() -> difference))
                    .as(
                            "seed %d, %s, at first %s\n%s%s",
                            seed, setting, difference.get(), smallest.yaml(), smallest.rows())
                    .isEmpty();
        }
    }

    /// A smaller graph must fail in the same way: refused, failed, or with a difference.
    private static String kind(String difference) {
        return Stream.of(REFUSED, FAILED)
                .filter(difference::startsWith)
                .findFirst()
                .orElse("");
    }

    /// Processes that die at random entries lose no member and make no row twice. Joins are left out: which of their
    /// tokens were cut off is not on record before they decide.
    @Test
    void resumedRunsEndAsTheReferenceSays() throws Exception {
        System.out.println("killed graphs: -Drowan.graphs=" + GRAPHS + " -Drowan.graphs.seed=" + SEED);
        new GraphCampaign("killed graphs", SEED, Math.max(1, GRAPHS / 5)).run(this::checkKilled);
    }

    private void checkKilled(long seed) throws IOException {
        var random = new Random(seed);
        GraphCase made = new RandomGraphs(new Random(seed), Set.of(Feature.SOURCES, Feature.AGGREGATES)).next(40);
        List<Integer> deaths = List.of(random.nextInt(150), random.nextInt(150), random.nextInt(150));
        Path place = Files.createTempDirectory(folder, "run");
        assertThat(difference(made, place, setting(seed, made), deaths))
                .as("seed %d, deaths %s\n%s%s", seed, deaths, made.yaml(), made.rows())
                .isEmpty();
        delete(place);
    }

    private static Optional<String> difference(
            GraphCase made, Path place, GraphProcesses.Setting setting, List<Integer> deaths) {
        try {
            var processes = new GraphProcesses(made, place, setting);
            boolean killed = processes.runUntil(after(deaths.getFirst()));
            for (int i = 1; killed && i < deaths.size(); i++) {
                killed = processes.resumeUntil(after(deaths.get(i)));
            }
            if (killed) {
                processes.resume();
            }
            return difference(made, GraphRun.read(processes));
        } catch (Exception e) {
            return Optional.of(FAILED + e);
        }
    }

    private static Predicate<LogEntry> after(int entries) {
        var left = new AtomicInteger(entries);
        return _ -> left.decrementAndGet() < 0;
    }

    @ParameterizedTest
    @EnumSource
    void findsAPlantedBug(PlantedGraphBug bug) throws Exception {
        int planted = 0;
        for (long seed = 0; planted < 1; seed++) {
            GraphCase made = made(seed, 20);
            if (!bug.hasPlace(made.graph().model())) {
                continue;
            }
            Path place = Files.createTempDirectory(folder, "run");
            GraphRun run = GraphRun.of(made, place, setting(seed, made));
            Optional<RecordedGraph> changed = bug.plant(made.graph().model(), run.record());
            if (changed.isPresent()) {
                planted++;
                assertThat(difference(made, new GraphRun(changed.get(), run.lines(), List.of())))
                        .as("seed %d", seed)
                        .isPresent();
            }
        }
    }

    private static GraphCase made(long seed) {
        return made(seed, ROWS);
    }

    private static GraphCase made(long seed, int rows) {
        return new RandomGraphs(new Random(seed), FEATURES).next(rows);
    }

    /// A combination of window, mode and size of batch jobs. A join with a timeout has no branch that waits for a
    /// batch.
    static GraphProcesses.Setting setting(long seed, GraphCase made) {
        GraphProcesses.Mode mode =
                List.of(GraphProcesses.Mode.values()).get(Math.floorMod(seed / 2, GraphProcesses.Mode.values().length));
        boolean waits = mode == GraphProcesses.Mode.NO_CALLS
                || mode == GraphProcesses.Mode.REALTIME
                || !made.yaml().contains("timeout:");
        return new GraphProcesses.Setting(
                seed % 2 == 0 ? 1 : 1_000, waits ? mode : GraphProcesses.Mode.REALTIME, seed / 8 % 2 == 0 ? 7 : 50);
    }

    private Optional<String> difference(GraphCase made, GraphProcesses.Setting setting) {
        try {
            Path place = Files.createTempDirectory(folder, "run");
            try {
                return difference(made, GraphRun.of(made, place, setting));
            } finally {
                delete(place);
            }
        } catch (ConfigException e) {
            return Optional.of(REFUSED + e.getMessage());
        } catch (Exception e) {
            return Optional.of(FAILED + e);
        }
    }

    static Optional<String> difference(GraphCase made, GraphRun run) {
        try {
            return run.difference(made);
        } catch (ChoiceNotAllowedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    static void delete(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
