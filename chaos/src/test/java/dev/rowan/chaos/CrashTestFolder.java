package dev.rowan.chaos;

import dev.rowan.api.SystemTime;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// A temporary folder for crash tests, on a RAM disk if there is one; deleted on close.
record CrashTestFolder(Path folder) implements AutoCloseable {

    static CrashTestFolder open() throws IOException {
        Path memory = Path.of("/dev/shm");
        return new CrashTestFolder(
                Files.isWritable(memory)
                        ? Files.createTempDirectory(memory, "rowan-chaos-")
                        : Files.createTempDirectory("rowan-chaos-"));
    }

    Trial trial(Scenario scenario, FaultVariation variation) throws IOException {
        return scenario.in(
                folder.resolve("site"),
                PluginCatalog.load(),
                variation,
                new Trial.Outer(new SystemTime(), new SecureRandom()));
    }

    Trial trial(Scenario scenario, FaultVariation variation, Map<String, Object> service) throws IOException {
        return scenario.in(
                folder.resolve("site"),
                PluginCatalog.load(),
                variation,
                new Trial.Outer(new SystemTime(), new SecureRandom()),
                service);
    }

    /// In batches with an accelerated clock.
    Trial trial(SavingsScenario scenario, FaultVariation variation) throws IOException {
        return scenario.in(
                folder.resolve("site"),
                PluginCatalog.load(),
                variation,
                new Trial.Outer(
                        scenario.batch() ? new AcceleratedTime() : new SystemTime(), new Random(scenario.seed())));
    }

    /// With an accelerated clock, and randomness from the scenario's seed.
    Trial trial(BatchScenario scenario, FaultVariation variation) throws IOException {
        return scenario.in(folder.resolve("site"), PluginCatalog.load(), variation, fastClock(scenario));
    }

    Trial trial(BatchScenario scenario, FaultVariation variation, Map<String, Object> service) throws IOException {
        return scenario.in(folder.resolve("site"), PluginCatalog.load(), variation, fastClock(scenario), service);
    }

    private static Trial.Outer fastClock(BatchScenario scenario) {
        return new Trial.Outer(new AcceleratedTime(), new Random(scenario.seed()));
    }

    CrashTest.Plan plan(int crashes, int depth, long seed) {
        return new CrashTest.Plan(
                crashes,
                depth,
                seed,
                Optional.of(Scenario.KEY),
                folder.resolve("evidence"),
                Optional.empty(),
                Set.of());
    }

    @Override
    public void close() throws IOException {
        Folders.remove(folder);
    }
}
