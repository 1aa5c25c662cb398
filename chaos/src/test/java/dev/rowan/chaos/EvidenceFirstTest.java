package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No code acts on an answer before it is durable. In a run with a single row nothing else waits for a commit, so
/// that a missing wait is visible.
@Tag("slow")
@Timeout(180)
class EvidenceFirstTest {
    private final List<FaultPoint> points = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void runOneRow() throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = site.trial(new Scenario(1, 5, Order.INPUT, Delivery.PATIENT), FaultVariation.none());
            trial.run(trial.newService(), points::add);
        }
    }

    private static int count(List<FaultPoint> points, FaultPoint point) {
        return Collections.frequency(points, point);
    }

    /// The safety service is called once, before the model, whose two queries are sent concurrently.
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
