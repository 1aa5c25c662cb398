package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.simulator.SimulatorWire;
import dev.rowan.testkit.FakeTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The engine and the simulator on a clock that runs thousands of times too fast, with random latencies, faults and
/// stops: replies that take minutes, deadlines that pass, stops with and without a grace period. Every failure
/// prints its seed.
@Timeout(1_200)
@Tag("slow")
class SimulationTest {
    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration REST = Duration.ofNanos(50_000);

    @Test
    void aStoppedAndResumedRunEndsLikeAnUndisturbedOne() throws Exception {
        int seeds = TestExtent.of(5, 300);
        for (long seed = 1; seed <= seeds; seed++) {
            simulate(seed);
        }
        System.out.printf("%d seeds simulated%n", seeds);
    }

    private static void simulate(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var time = new FakeTime();
        var stops = new Stops(random);
        Order order = random.nextBoolean() ? Order.INPUT : Order.NONE;
        try (CrashTestFolder site = CrashTestFolder.open();
                var clock = CallScope.openPlatform("clock")) {
            clock.start(() -> run(time));
            var scenario = new Scenario(10 + random.nextInt(15), seed, order, Delivery.PATIENT);
            Trial trial = scenario.in(
                    site.folder().resolve("site"),
                    PluginCatalog.load(),
                    FaultVariation.none().begun(stops::watch),
                    new Trial.Outer(time, new SecureRandom()),
                    service(random));
            Checker checker = trial.checker(Optional.of(Scenario.KEY));
            SimulatorWire calm = trial.newService();
            trial.run(calm, Faults.NONE);
            ReferenceRun reference = checker.reference();
            Folders.remove(trial.work());
            SimulatorWire service = trial.newService();
            for (int round = 0; round <= 3; round++) {
                boolean last = round == 3;
                trial.resume(service, last ? Faults.NONE : stops.next());
            }
            assertThat(checker.check(reference, BilledCalls.of(service)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    private static Map<String, Object> service(SplittableRandom random) {
        var faults = new HashMap<String, Object>();
        faults.put("status:503:none", random.nextDouble() / 10);
        faults.put("status:500", random.nextDouble() / 10);
        faults.put("openai_chat/lost_reply", random.nextDouble() / 10);
        faults.put("openai_chat/stall", random.nextDouble() / 20);
        return Map.of(
                "seed",
                random.nextLong(1L << 40),
                "latency",
                Map.of("shape", "lognormal", "typical", "2s"),
                "fault_attempts",
                1,
                "faults",
                faults);
    }

    private static void run(FakeTime time) {
        var real = new SystemTime();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                time.advance(TICK);
                real.sleep(REST);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops runs when they have reached this many points: some immediately, others with their grace period.
    private static final class Stops {
        private final SplittableRandom random;
        private final AtomicReference<@Nullable PipelineRun> current = new AtomicReference<>();

        Stops(SplittableRandom random) {
            this.random = random;
        }

        void watch(PipelineRun run) {
            current.set(run);
        }

        Faults next() {
            long at = random.nextLong(1, 300);
            boolean hard = random.nextBoolean();
            var reached = new AtomicLong();
            return _ -> {
                PipelineRun run = current.get();
                if (reached.incrementAndGet() == at && run != null) {
                    run.interrupt("the simulation");
                    if (hard) {
                        run.interrupt("the simulation");
                    }
                }
            };
        }
    }
}
