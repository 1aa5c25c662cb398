package dev.rowan.landscape.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class CallCostTest {
    private static final CallCost KNOWN = CallCost.of(usd("1.2"), true);
    private static final CallCost LOST = CallCost.of(usd("0.4"), false);
    private static final CallCost UNPRICED = CallCost.of(Usd.ZERO, false);

    private static String money(Usd usd) {
        return "$" + usd;
    }

    private static Usd usd(String amount) {
        return Usd.of(new BigDecimal(amount));
    }

    @Test
    void aPriceThatIsUnknownIsNotZero() {
        assertThat(UNPRICED.text(CallCostTest::money)).isEqualTo("unknown");
        assertThat(UNPRICED.brief(CallCostTest::money)).isEqualTo("unknown");
        assertThat(UNPRICED.amount()).isEmpty();
        assertThat(UNPRICED.plus(UNPRICED).remark(CallCostTest::money)).contains("no price is known for 2 attempts");
        assertThat(CallCost.NONE.text(CallCostTest::money)).isEqualTo("$0");
        assertThat(CallCost.NONE.isKnown()).isTrue();
    }

    @Test
    void aWorstCaseReadsAtMost() {
        assertThat(KNOWN.text(CallCostTest::money)).isEqualTo("$1.2");
        assertThat(KNOWN.plus(LOST).text(CallCostTest::money)).isEqualTo("at most $1.6");
        assertThat(KNOWN.plus(LOST).remark(CallCostTest::money))
                .contains("$0.4 is the worst case of 1 attempt whose cost is unknown");
        assertThat(KNOWN.withOpen(usd("0.4"), 0).brief(CallCostTest::money)).isEqualTo("at most $1.6");
        assertThat(CallCost.of(usd("0.01234"), false).text(CallCostTest::money))
                .as("never too little")
                .isEqualTo("at most $0.0124");
    }

    @Test
    void showsTheKnownPartBesideTheUnknown() {
        CallCost mixed = KNOWN.plus(LOST).plus(UNPRICED);
        assertThat(mixed.text(CallCostTest::money)).isEqualTo("at most $1.6 and unknown for 1 attempt without a price");
        assertThat(mixed.brief(CallCostTest::money)).isEqualTo("at most $1.6 + unknown");
        assertThat(mixed.amount()).contains(usd("1.6"));
        assertThat(mixed.isKnown()).isFalse();
    }
}
