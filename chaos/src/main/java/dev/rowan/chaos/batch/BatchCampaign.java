package dev.rowan.chaos.batch;

import dev.rowan.api.CallScope;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.CrashReport;
import dev.rowan.chaos.CrashTest;
import dev.rowan.chaos.FaultVariation;
import dev.rowan.chaos.Scenario;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.Trial;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/// Crash tests of runs through batch services: several providers and behaviours concurrently, each in its own folder
/// below `folder`.
public record BatchCampaign(Path folder, PluginCatalog catalog, long seed, int atOnce) {
    private static final int ROWS = 10;
    private static final int IN_JOB = 4;
    private static final int DEPTH = 3;

    /// A test case: a provider, and the behaviour of its service.
    public record Case(BatchProvider provider, BatchCourse course) {

        @Override
        public String toString() {
            return provider + "-" + course;
        }
    }

    /// Every provider with every behaviour.
    public static List<Case> all() {
        var cases = new ArrayList<Case>();
        for (BatchProvider provider : BatchProvider.values()) {
            for (BatchCourse course : BatchCourse.values()) {
                cases.add(new Case(provider, course));
            }
        }
        return cases;
    }

    /// Every provider and every behaviour, each at least once.
    public static List<Case> sample() {
        return List.of(
                new Case(BatchProvider.OPENAI, BatchCourse.EXPIRING),
                new Case(BatchProvider.AZURE, BatchCourse.CROWDED),
                new Case(BatchProvider.ANTHROPIC, BatchCourse.DOUBLED),
                new Case(BatchProvider.ANTHROPIC, BatchCourse.TROUBLED),
                new Case(BatchProvider.GEMINI, BatchCourse.SLOW),
                new Case(BatchProvider.GEMINI_FILE, BatchCourse.QUICK),
                new Case(BatchProvider.BEDROCK, BatchCourse.DOUBLED),
                new Case(BatchProvider.VERTEX, BatchCourse.EXPIRING),
                new Case(BatchProvider.FIREWORKS, BatchCourse.TROUBLED));
    }

    /// Runs at least `crashes` crashes, evenly distributed over the cases. A violation names its case and seed.
    public CrashReport run(List<Case> cases, int crashes, Set<FaultPoint> points)
            throws InterruptedException, ExecutionException {
        int each = (crashes + cases.size() - 1) / cases.size();
        var all = new CrashReport();
        var room = new Semaphore(atOnce);
        try (var scope = CallScope.openPlatform("crashes")) {
            var tests = new ArrayList<FutureTask<CrashReport>>();
            for (Case tried : cases) {
                tests.add(scope.fork(() -> tried(tried, each, points, room)));
            }
            for (int i = 0; i < tests.size(); i++) {
                all.add(cases.get(i) + ", seed " + seed, tests.get(i).get());
            }
        }
        return all;
    }

    private CrashReport tried(Case tried, int crashes, Set<FaultPoint> points, Semaphore room) throws Exception {
        room.acquire();
        try {
            long chance = seed * 31 + tried.toString().hashCode();
            Order order = chance % 2 == 0 ? Order.INPUT : Order.NONE;
            var scenario = new BatchScenario(tried.provider(), tried.course(), ROWS, IN_JOB, chance, order);
            Trial trial = scenario.in(
                    folder.resolve(tried.toString()),
                    catalog,
                    FaultVariation.none(),
                    new Trial.Outer(new AcceleratedTime(), new Random(chance)));
            var plan = new CrashTest.Plan(
                    crashes,
                    DEPTH,
                    seed,
                    Optional.of(Scenario.KEY),
                    folder.resolve("evidence-" + tried),
                    Optional.empty(),
                    Set.of());
            return new CrashTest(trial, plan.evenly(points)).run();
        } finally {
            room.release();
        }
    }
}
