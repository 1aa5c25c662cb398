package dev.rowan.chaos;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.LandscapeFacts;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.image.CrashImage;
import dev.rowan.chaos.image.Folders;
import dev.rowan.chaos.image.Snapshots;
import dev.rowan.simulator.SimulatorWire;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One run whose process is killed, whose recovery is killed, and so on, with calls on the wire each time, and a
/// service that never loses a reply.
@Timeout(300)
@Tag("slow")
class RepeatedCrashTest {
    private static final int ROWS = 12;
    /// Kills at any call. Which calls they interrupt depends on the threads; it may be the same safety calls each time.
    private static final int KILLS = 12;
    /// With those at a model call, until one was interrupted three times. Each interrupts at least one of the two of
    /// each row, so this is enough.
    private static final int MAX_KILLS = KILLS + 2 * 2 * ROWS + 1;
    private static final long SEED = 7;

    /// A service without faults, so that every unknown attempt is ours.
    private static final Map<String, Object> RELIABLE = Map.of("fault_attempts", 1);

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"AFTER_INTENT", "AFTER_REPLY"})
    void everyRowOfARunCompletesHoweverOftenItIsKilled(FaultPoint point) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            var modelCalls = new ModelCallPoints();
            Trial trial = site.trial(
                    new Scenario(ROWS, SEED, Order.INPUT, Delivery.AT_LEAST_ONCE),
                    FaultVariation.none().out(modelCalls::on),
                    RELIABLE);
            Checker checker = trial.checker(Optional.of(Scenario.KEY));
            trial.run(trial.newService(), Faults.NONE);
            ReferenceRun reference = checker.reference();
            Map<String, String> sinks = trial.sinks();

            SimulatorWire service = killed(trial, site.folder().resolve("images"), point, modelCalls);
            trial.resume(service, Faults.NONE);

            assertThat(mostOwnLossesOfAModelCall(trial)).isGreaterThan(2);
            assertThat(checker.check(reference, BilledCalls.of(service))).isEmpty();
            assertThat(trial.sinks()).isEqualTo(sinks);
        }
    }

    /// Runs and kills; the trial's folder then holds the result of the last kill. Returns the service in its state
    /// at that time.
    private static SimulatorWire killed(Trial trial, Path images, FaultPoint point, ModelCallPoints modelCalls)
            throws Exception {
        Folders.remove(trial.work());
        var image = new CrashImage(trial.work(), trial.newService(), "", 0);
        for (int kill = 1; kill <= KILLS || (kill <= MAX_KILLS && mostOwnLossesOfAModelCall(trial) <= 2); kill++) {
            boolean any = kill <= KILLS;
            var toGo = new AtomicInteger(any ? 1 + kill % 3 : 1); // at last without progress in between
            var snapshots = new Snapshots(
                    trial.work(),
                    images,
                    image.service(),
                    image,
                    (reached, _) ->
                            (modelCalls.isAt(reached) || any) && reached == point && toGo.decrementAndGet() == 0,
                    new SplittableRandom(SEED));
            modelCalls.reportTo(snapshots);
            if (kill == 1) {
                trial.run(image.service(), snapshots);
            } else {
                trial.resume(image.service(), snapshots);
            }
            image = snapshots.taken().getFirst();
            Folders.remove(trial.work());
            Folders.copy(image.folder(), trial.work());
        }
        modelCalls.reportTo(Faults.NONE);
        return image.service();
    }

    private static long mostOwnLossesOfAModelCall(Trial trial) throws Exception {
        LandscapeFacts facts =
                LandscapeFacts.read(trial.landscape(), trial.site()).orElseThrow();
        return facts.ends().stream()
                .filter(end -> end.key().node() == 2 && end.standing().equals("owner_died"))
                .collect(groupingBy(LandscapeFacts.End::key, counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }
}
