package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nobody goes by an answer before it is durable. In a run with a single row nobody else makes anyone wait for a
/// commit, so that whoever did not wait would be seen.
@Timeout(60)
class EvidenceFirstTest {
    private final List<FaultPoint> points = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void runOneRow() throws Exception {
        try (Site site = Site.open()) {
            Trial trial = site.trial(new Scenario(1, 5, Order.INPUT, Delivery.PATIENT), FaultVariation.none());
            trial.run(trial.newService(), points::add);
        }
    }

    private static int count(List<FaultPoint> points, FaultPoint point) {
        return Collections.frequency(points, point);
    }

    /// The safety service is asked once, before the model, whose two questions go side by side.
    @Test
    void noRowContinuesBeforeItsAnswerIsDurable() {
        List<FaultPoint> replied = points.subList(points.indexOf(FaultPoint.AFTER_REPLY), points.size());
        int next = replied.indexOf(FaultPoint.BEFORE_INTENT);
        assertThat(next).isPositive();
        assertThat(replied.subList(0, next))
                .as("between the first reply and the next call")
                .contains(FaultPoint.AFTER_ANSWER);
    }

    @Test
    void noSinkGetsARowWhoseAnswersAreNotDurable() {
        int written = points.indexOf(FaultPoint.SINK_WRITTEN);
        assertThat(written).isPositive();
        assertThat(count(points.subList(0, written), FaultPoint.AFTER_ANSWER))
                .as("answers known to be durable before the sink, of %s", points)
                .isPositive()
                .isEqualTo(count(points, FaultPoint.AFTER_REPLY));
    }
}
