package dev.rowan.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Sample;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private static final Sample NOTHING = new Sample(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            OptionalLong.empty(),
            Map.of(),
            Map.of(),
            Usd.ZERO,
            Usd.ZERO,
            Optional.empty(),
            0,
            false,
            List.of(),
            List.of(),
            Optional.empty());

    private final FakeTime time = new FakeTime();
    private final KeptNotes notes = new KeptNotes();
    private final Sampler sampler = new Sampler(() -> NOTHING, notes, time);

    /// Looks four times a second for so long, and tells how many samples there are then.
    private int samplesAfter(Duration looking) throws InterruptedException {
        for (long i = 0; i < looking.toMillis() / 250; i++) {
            time.advance(Duration.ofMillis(250));
            sampler.poll();
        }
        return notes.facts().size();
    }

    @Test
    void samplesEverySecondAtFirst() throws InterruptedException {
        assertThat(samplesAfter(Duration.ofMillis(750))).isZero();
        assertThat(samplesAfter(Duration.ofMillis(250))).isEqualTo(1);
        assertThat(samplesAfter(Duration.ofMinutes(1))).isEqualTo(61);
    }

    @Test
    void aDayTakesAboutTenThousandSamples() throws InterruptedException {
        assertThat(samplesAfter(Duration.ofDays(1))).isBetween(8_000, 11_000);
    }

    @Test
    void theLastOneIsNotedInAnyCase() throws InterruptedException {
        sampler.note();

        assertThat(notes.facts())
                .singleElement()
                .satisfies(facts -> assertThat(Sample.of(facts)).isEqualTo(NOTHING));
    }
}
