package dev.rowan.engine.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.LimitUnit;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuotaThrottleTest {
    private static final long NOW = 1_000_000_000;

    private final QuotaThrottle throttle =
            new QuotaThrottle("a", QuotaExchange.FixedRate::new, () -> NOW, new SplittableRandom(1));

    /// Its slot would have more ends than requests, and the requests in flight would be less than none.
    @Test
    void aRequestSentAsTheOnlyProcessIsNotReportedByAMember() {
        throttle.lead(1, Optional.empty(), NOW);
        assertThat(throttle.assign(throttle.report(1, NOW), Map.of(), NOW)).isEmpty();
        var request = new Dispatch(1, NOW, 1);
        throttle.on(new ThrottleEvent.Dispatched(request));

        throttle.follow();
        throttle.on(new ThrottleEvent.Succeeded(request, NOW, RateHints.none()));

        assertThat(throttle.report(1, NOW).slots()).isEmpty();
    }

    @Test
    void aQuotaThatIsReadAgainHoldsRequestsNoLonger() {
        QuotaReport report = throttle.report(1, NOW);
        var quota = new Quota(1, report.number(), 10, LimitUnit.REQUESTS, OptionalInt.empty(), 0, 400, 0, 2, 0.5);

        throttle.assign(quota, NOW);
        throttle.assign(quota, NOW + 300_000_000);

        assertThat(throttle.heldUntil()).isEqualTo(NOW + 400_000_000);
    }
}
