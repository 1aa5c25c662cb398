package dev.rowan.engine.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.LimitUnit;
import dev.rowan.engine.throttle.RateEstimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class QuotaCodecTest {

    @Test
    void reportsAreReadAsTheyWereWritten() {
        var slot = new DispatchSlot(-7, 3, 5, 600, 2, 1, 90, 1, 1_500, 20);
        var report = new QuotaReport(
                4, -123_456_789, 3, 17, new DeclaredLimits(Optional.of(60L), Optional.empty()), List.of(slot, slot));
        var empty = new QuotaReport(1, 2, 0, 0, DeclaredLimits.NONE, List.of());

        assertThat(QuotaCodec.report(QuotaCodec.text(report))).isEqualTo(report);
        assertThat(QuotaCodec.report(QuotaCodec.text(empty))).isEqualTo(empty);
    }

    @Test
    void quotasAndEstimatesAreReadAsTheyWereWritten() {
        var limited = new Quota(1L << 33, 5, 12.5, LimitUnit.TOKENS, OptionalInt.of(7), 9, 250, 1_000_000, 3, 1.0 / 3);
        var unlimited =
                new Quota(2, 1, Double.POSITIVE_INFINITY, LimitUnit.REQUESTS, OptionalInt.empty(), 0, 0, 0, 2, 0.5);
        var estimate = new RateEstimate(123.25, LimitUnit.REQUESTS);

        assertThat(QuotaCodec.quota(QuotaCodec.text(limited))).isEqualTo(limited);
        assertThat(QuotaCodec.quota(QuotaCodec.text(unlimited))).isEqualTo(unlimited);
        assertThat(QuotaCodec.estimate(QuotaCodec.text(estimate))).isEqualTo(estimate);
    }
}
