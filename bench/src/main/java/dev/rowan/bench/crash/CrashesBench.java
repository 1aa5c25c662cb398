package dev.rowan.bench.crash;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.chaos.CrashReport;
import dev.rowan.chaos.CrashTest;
import dev.rowan.chaos.FaultVariation;
import dev.rowan.chaos.Scenario;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.Trial;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;

/// Kills runs at every point, resumes and checks each: `./rowan bench crashes [CRASHES SEED]`, by
/// default 10,000 over six scenarios, twice each, in parallel, in memory.
public final class CrashesBench {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int DEPTH = 3;
    /// Concurrent copies of each scenario, since one alone is mostly idle.
    private static final int PARTS = 2;

    private final PluginCatalog catalog = PluginCatalog.load();
    private final Time time = new SystemTime();
    private final Path folder;
    private final long seed;

    private CrashesBench(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    public static void run(String... args) throws Exception {
        int crashes = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        Path folder = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "rowan-crashes-")
                : Files.createTempDirectory("rowan-crashes-");
        CrashReport report = new CrashesBench(folder, seed).measure(crashes);
        if (report.found().isEmpty()) {
            Folders.remove(folder);
        } else {
            report.found().forEach(found -> System.out.println(found.trail() + " " + found.findings()));
            System.out.println("kept in " + folder + ", seed " + seed);
            System.exit(1);
        }
    }

    private CrashReport measure(int crashes) throws Exception {
        long began = time.nanos();
        var all = new CrashReport();
        try (var scope = CallScope.openPlatform("crashes")) {
            var tests = new ArrayList<FutureTask<CrashReport>>();
            for (Order order : Order.values()) {
                for (Delivery delivery : Delivery.values()) {
                    for (int part = 1; part <= PARTS; part++) {
                        int one = part;
                        tests.add(scope.fork(() -> tried(order, delivery, one, crashes / (6 * PARTS) + 1)));
                    }
                }
            }
            for (FutureTask<CrashReport> test : tests) {
                all.add(test.get());
            }
        }
        Duration took = Duration.ofNanos(time.nanos() - began);
        System.out.printf(
                "%,d crashes in %d s; by depth %s%nby point %s%nfindings %s%n",
                all.crashes(), took.toSeconds(), all.depths(), all.points(), all.invariants());
        return all;
    }

    private CrashReport tried(Order order, Delivery delivery, int part, int crashes) throws Exception {
        String name = order + "-" + delivery + "-" + part;
        long chance = seed * PARTS + part;
        Path site = folder.resolve(name);
        Trial trial = new Scenario(
                        12,
                        chance * 31
                                + order.name().length() * 3L
                                + delivery.name().length(),
                        order,
                        delivery)
                .in(site, catalog, FaultVariation.none(), new Trial.Outer(time, new SecureRandom()));
        var plan = new CrashTest.Plan(
                crashes,
                DEPTH,
                chance,
                Optional.of(Scenario.KEY),
                folder.resolve("evidence-" + name),
                Optional.empty(),
                Set.of());
        return new CrashTest(trial, plan).run();
    }
}
