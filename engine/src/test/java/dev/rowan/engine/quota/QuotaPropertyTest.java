package dev.rowan.engine.quota;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/// What members dispatch together, whoever is frozen or cut off.
class QuotaPropertyTest {
    /// A member may catch up 50 ms after a late dispatch, and dispatches at once when it starts.
    private static final double SLACK = 1.15;

    @Property(tries = 40)
    void membersNeverExceedTheLimitTogether(@ForAll @IntRange(min = 1, max = 10) int members, @ForAll long seed) {
        long most = new QuotaExchange(members, seed, true).play(20, true);

        assertThat(most).isLessThanOrEqualTo((long) (SLACK * QuotaExchange.PER_SECOND) + members);
    }

    @Property(tries = 20)
    void membersUseTheLimitTogether(@ForAll @IntRange(min = 1, max = 10) int members, @ForAll long seed) {
        var exchange = new QuotaExchange(members, seed, true);
        exchange.play(10, false);

        assertThat(exchange.lately()).isGreaterThanOrEqualTo((long) (0.9 * QuotaExchange.PER_SECOND));
    }

    @Test
    void othersTakeOverWhatASilentMemberHad() {
        var exchange = new QuotaExchange(3, 7, true);
        exchange.play(5, false);

        exchange.cut(2);
        exchange.play(4, false);

        assertThat(exchange.lately()).isBetween((long) (0.9 * QuotaExchange.PER_SECOND), 110L);
    }

    @Test
    void withoutALeaderNothingIsDispatchedAfterASecond() {
        var exchange = new QuotaExchange(3, 7, true);
        exchange.play(5, false);

        exchange.cut(0);
        exchange.play(3, false);

        assertThat(exchange.lately()).isZero();
    }

    /// The planted defect: a member that is cut off continues while the others take its share.
    @Test
    void quotasThatNeverExpireExceedTheLimit() {
        var exchange = new QuotaExchange(3, 7, false);
        exchange.play(5, false);
        exchange.cut(2);

        assertThat(exchange.play(5, false)).isGreaterThan((long) (SLACK * QuotaExchange.PER_SECOND));
    }
}
