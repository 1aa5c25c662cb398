package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class UndisturbedTest {
    @TempDir
    private Path folder;

    @Test
    void anUndisturbedRunPassesTheChecker() throws Exception {
        var scenario = new Scenario(30, 1, Scenario.Order.INPUT, Scenario.Delivery.PATIENT);
        Trial trial = scenario.in(
                folder,
                PluginCatalog.load(),
                FaultVariation.none(),
                new Trial.Outer(new SystemTime(), new SecureRandom()));
        var service = trial.newService();
        trial.run(service, Faults.NONE);
        Checker checker = trial.checker(Optional.of(Scenario.KEY));
        ReferenceRun reference = checker.reference();

        assertThat(reference.rows()).isEqualTo(30);
        assertThat(checker.check(reference, BilledCalls.of(service))).isEmpty();
        System.out.println(reference.tokens().values().stream()
                .map(ReferenceRun.Written::outcome)
                .collect(java.util.stream.Collectors.groupingBy(x -> x, java.util.stream.Collectors.counting())));
    }
}
