package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Rows do not wait for their answers to be durable; their sinks do. Of a run with a single row nobody else makes
/// anyone wait for a commit, so a releaser that did not wait would write before any answer is known to be durable.
@Timeout(60)
class EvidenceFirstTest {

    @Test
    void noSinkGetsARowWhoseAnswersAreNotDurable() throws Exception {
        List<FaultPoint> points = Collections.synchronizedList(new ArrayList<>());
        try (Site site = Site.open()) {
            Trial trial = site.trial(new Scenario(1, 5, Order.INPUT, Delivery.PATIENT), Twist.none());
            trial.run(trial.newService(), points::add);
        }

        int written = points.indexOf(FaultPoint.SINK_WRITTEN);
        assertThat(written).isPositive();
        assertThat(Collections.frequency(points.subList(0, written), FaultPoint.AFTER_ANSWER))
                .as("answers known to be durable before the sink, of %s", points)
                .isPositive()
                .isEqualTo(Collections.frequency(points, FaultPoint.AFTER_REPLY));
    }
}
