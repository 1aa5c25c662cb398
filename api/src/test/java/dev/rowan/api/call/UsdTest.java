package dev.rowan.api.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class UsdTest {
    private static final String MOST = "9223372.036854775807";

    @Test
    void holdsAmountsUpToTheMost() {
        assertThat(Usd.of(new BigDecimal(MOST))).isEqualTo(Usd.MAX).hasToString(MOST);
        assertThat(Usd.MAX.plus(Usd.ZERO)).isEqualTo(Usd.MAX);
        assertThat(Usd.MAX.minus(new Usd(1)).plus(new Usd(1))).isEqualTo(Usd.MAX);
    }

    @Test
    void rejectsAnAmountBeyondTheMaximum() {
        assertThatThrownBy(() -> Usd.of(new BigDecimal("10000000")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("an amount must be at most " + MOST + " US dollars, got 10000000");
        assertThatThrownBy(() -> Usd.of(new BigDecimal("1E+99"))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void rejectsASumBeyondTheMaximum() {
        assertThatThrownBy(() -> Usd.MAX.plus(new Usd(1)))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageStartingWith("an amount must be at most " + MOST + " US dollars, got 9223372.0368547758");
    }

    @Test
    void roundsUp() {
        assertThat(Usd.of(new BigDecimal("0.0000000000001"))).isEqualTo(new Usd(1));
    }
}
