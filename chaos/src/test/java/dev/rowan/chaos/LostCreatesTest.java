package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.batch.BatchCourse;
import dev.rowan.chaos.batch.BatchProvider;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.SimulatorWire;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The reply to the first creation is lost, and the provider made none, one or two batches, which its listings show
/// up to four minutes late: through every adapter and the whole engine. One seed; `-Drowan.chaos=full` runs a
/// hundred.
@Timeout(1_200)
@Tag("slow")
class LostCreatesTest {
    private static final int MAX_LAG = 240;

    @ParameterizedTest
    @EnumSource
    void leaveOneBatchForEachJobWhenNoneWasMade(BatchProvider provider) throws Exception {
        assertOneBatchForEachJob(provider, 0);
    }

    @ParameterizedTest
    @EnumSource
    void leaveOneBatchForEachJobWhenOneWasMade(BatchProvider provider) throws Exception {
        assertOneBatchForEachJob(provider, 1);
    }

    @ParameterizedTest
    @EnumSource
    void leaveOneBatchForEachJobWhenTwoWereMade(BatchProvider provider) throws Exception {
        assertOneBatchForEachJob(provider, 2);
    }

    private static void assertOneBatchForEachJob(BatchProvider provider, int made) throws Exception {
        for (long seed = 1; seed <= TestExtent.of(1, 100); seed++) {
            var random = new SplittableRandom(seed);
            Map<String, Object> service = Map.of(
                    "batch",
                    Map.of(
                            "running",
                            random.nextInt(60, 7_200) + "s",
                            "list_lag",
                            random.nextInt(1, MAX_LAG + 1) + "s"));
            try (CrashTestFolder site = CrashTestFolder.open()) {
                var scenario = new BatchScenario(provider, BatchCourse.TROUBLED, 4, 4, seed, Order.INPUT);
                Trial trial = site.trial(scenario, FaultVariation.none().out(wire -> new Losing(wire, made)), service);
                SimulatorWire wire = trial.newService();
                RunResult result = trial.run(wire, Faults.NONE);
                Checker checker = trial.checker(Optional.of(Scenario.KEY));
                BilledCalls bill = BilledCalls.of(wire)
                        .spent(Optional.of(result.counts().calls().spent()));

                assertThat(checker.check(checker.reference(), bill))
                        .as("seed %d", seed)
                        .isEmpty();
                assertThat(result.counts().parked()).as("seed %d", seed).isZero();
            }
        }
    }

    /// Loses the reply to the first creation. Shared state: whether there was one, an atomic.
    private record Losing(Wire wire, int made, AtomicBoolean lost) implements Wire {

        Losing(Wire wire, int made) {
            this(wire, made, new AtomicBoolean());
        }

        @Override
        public WireReply exchange(WireRequest request) {
            return sent(request, () -> wire.exchange(request));
        }

        @Override
        public WireReply transfer(Transfer transfer) {
            return sent(transfer.request(), () -> wire.transfer(transfer));
        }

        private WireReply sent(WireRequest request, Supplier<WireReply> send) {
            if (!BatchProvider.isCreation(request) || lost.getAndSet(true)) {
                return send.get();
            }
            for (int i = 0; i < made; i++) {
                WireReply _ = send.get();
            }
            return new WireReply.Unknown(
                    WireReply.Fault.RESET,
                    "lost by the test",
                    OptionalInt.empty(),
                    Headers.none(),
                    Payload.empty(),
                    new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        }
    }
}
