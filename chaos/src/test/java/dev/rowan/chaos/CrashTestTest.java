package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Kills runs, their recoveries, and the recoveries of those, and checks each result.
@Timeout(1_200)
@Tag("slow")
class CrashTestTest {
    private static final long SEED = 11;

    private record Case(Order order, Delivery delivery) {}

    private static final List<Case> CASES = List.of(
            new Case(Order.INPUT, Delivery.PATIENT),
            new Case(Order.NONE, Delivery.AT_LEAST_ONCE),
            new Case(Order.INPUT, Delivery.AT_MOST_ONCE),
            new Case(Order.NONE, Delivery.PATIENT));

    @Test
    void nothingIsLostOrTwiceOrPaidUnnamedWhereverARunIsKilled() throws Exception {
        int each = TestExtent.of(100, 10_000) / CASES.size();
        var all = new CrashReport();
        try (var scope = CallScope.openPlatform("crash")) {
            var tests = new ArrayList<FutureTask<CrashReport>>();
            for (Case tried : CASES) {
                tests.add(scope.fork(() -> tried(tried, each)));
            }
            for (FutureTask<CrashReport> test : tests) {
                all.add(test.get());
            }
        }
        System.out.printf("%d crashes, seed %d: %s, by depth %s%n", all.crashes(), SEED, all.points(), all.depths());

        assertThat(all.found()).isEmpty();
        assertThat(all.crashes()).isGreaterThanOrEqualTo(4L * each);
        assertThat(all.depths()).containsOnlyKeys(1, 2, 3);
        assertThat(all.points().keySet())
                .containsAll(Set.of(
                        "TORN_COMMIT",
                        FaultPoint.AFTER_INTENT.name(),
                        FaultPoint.AFTER_REPLY.name(),
                        FaultPoint.COMMITTED.name(),
                        FaultPoint.BEFORE_ROW.name()));
    }

    private static CrashReport tried(Case tried, int crashes) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            var scenario = new Scenario(12, SEED + tried.hashCode() % 7, tried.order(), tried.delivery());
            return new CrashTest(site.trial(scenario, FaultVariation.none()), site.plan(crashes, 3, SEED)).run();
        }
    }
}
