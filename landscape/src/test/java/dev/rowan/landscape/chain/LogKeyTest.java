package dev.rowan.landscape.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LogKeyTest {

    @Test
    void keepsLogsApartAndEventsInOrder() {
        var first = new LogKey(1, 0, "a");
        var second = new LogKey(1, 1, "a");
        var other = new LogKey(2, 0, "b");

        assertThat(first.eventId(0)).isLessThan(first.eventId(1));
        assertThat(first.lastId()).isEqualTo(second.firstId() - 1);
        assertThat(second.lastId()).isLessThan(other.firstId());
        assertThat(LogKey.seq(other.eventId(17))).isEqualTo(17);
        assertThat(new LogKey((1 << 20) - 1, (1 << 9) - 1, "z").lastId()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LogKey(1 << 20, 0, "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogKey(1, 1 << 9, "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogKey(1, 0, "a").eventId(1L << 34));
    }
}
