package dev.rowan.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.call.CallStatistics.ServicePace;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.engine.pool.PaceState.Cause;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitRecorderTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeTime time = new FakeTime();
    private final KeptNotes notes = new KeptNotes();
    private ServicePace pace = at(0, Cause.NEVER_REFUSED, DeclaredLimits.NONE, Duration.ZERO);
    private final LimitRecorder watch = new LimitRecorder(() -> List.of(pace), notes, time);

    /// A service that is called so often a second, 0 for as often as one likes.
    private static ServicePace at(int perSecond, Cause cause, DeclaredLimits declared, Duration since) {
        Duration delay = perSecond == 0 ? Duration.ZERO : SECOND.dividedBy(perSecond);
        return new ServicePace(
                "https://service.test",
                new PaceState(delay, declared, cause, since, Duration.ZERO, Optional.empty(), Optional.empty()));
    }

    private List<String> told(ServicePace now, Duration later) throws InterruptedException {
        pace = now;
        time.advance(later);
        watch.poll();
        return notes.facts().stream()
                .map(facts -> rate(facts.get("from")) + " to " + rate(facts.get("to")) + ": " + facts.get("why"))
                .toList();
    }

    private static String rate(@Nullable Object perSecond) {
        return perSecond instanceof Number rate ? String.valueOf(Math.round(rate.doubleValue())) : "none";
    }

    @Test
    void recordsChangesAndCauses() throws InterruptedException {
        assertThat(told(pace, SECOND)).isEmpty();
        assertThat(told(at(50, Cause.REFUSED, DeclaredLimits.NONE, Duration.ZERO), SECOND))
                .containsExactly("none to 50: refused");
        assertThat(told(at(60, Cause.REFUSED, DeclaredLimits.NONE, Duration.ofSeconds(5)), SECOND))
                .last()
                .asString()
                .startsWith("50 to 60")
                .endsWith("recovered");
        assertThat(told(at(60, Cause.ASKED_TO_WAIT, DeclaredLimits.NONE, Duration.ZERO), SECOND))
                .last()
                .asString()
                .endsWith("asked_to_wait");
        var declared = new DeclaredLimits(Optional.of(600L), Optional.empty());
        assertThat(told(at(60, Cause.ASKED_TO_WAIT, declared, Duration.ofSeconds(9)), SECOND))
                .last()
                .asString()
                .endsWith("to 10: ordered");
    }

    @Test
    void keepsQuietAboutSmallChangesAndWithinASecond() throws InterruptedException {
        told(pace, SECOND);
        told(at(100, Cause.REFUSED, DeclaredLimits.NONE, Duration.ZERO), SECOND);

        assertThat(told(at(105, Cause.REFUSED, DeclaredLimits.NONE, SECOND), SECOND))
                .hasSize(1);
        assertThat(told(at(200, Cause.REFUSED, DeclaredLimits.NONE, SECOND), Duration.ofMillis(900)))
                .hasSize(1);
        assertThat(told(at(200, Cause.REFUSED, DeclaredLimits.NONE, SECOND), Duration.ofMillis(100)))
                .hasSize(2);
    }
}
