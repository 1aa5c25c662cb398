package dev.rowan.bench.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NoiseMeterTest {
    private static final long MILLI = 1_000_000;

    @Test
    void refusesItsShareAtRandomWhateverTheRate() {
        assertThat(refusedOf(20_000, MILLI)).isCloseTo(2_000, within(150L));
        assertThat(refusedOf(20_000, 50 * MILLI)).isEqualTo(refusedOf(20_000, MILLI));
    }

    @Test
    void refusesNothingWithoutNoiseAndLimit() {
        var meter = meter(Noise.NONE, "none");
        for (int i = 0; i < 1_000; i++) {
            assertThat(meter.arrived(i)).isInstanceOf(NoiseMeter.Verdict.Accepted.class);
        }
        assertThat(meter.counts().peak()).isEqualTo(1_000);
    }

    @Test
    void aClientWithAnEndlessBacklogGetsTheWholeCapacityOfABucketAndOfAWindow() {
        for (String limit : List.of("bucket:200:20", "window:2000:10")) {
            var meter = meter(Noise.NONE, limit);
            LongStream.range(0, 30_000).forEach(i -> meter.arrived(i * MILLI));
            HiddenLimit hidden = HiddenLimit.parse(limit);
            assertThat((double) meter.counts().accepted(0, 10)).isCloseTo(hidden.capacity(0, 10), within(2.0));
            assertThat((double) meter.counts().accepted(10, 30)).isCloseTo(hidden.capacity(10, 30), within(2.0));
        }
    }

    @Test
    void limitsWhatIsInFlight() {
        var meter = meter(Noise.NONE, "concurrency:2:0.05");
        meter.arrived(0);
        meter.arrived(1);
        assertThat(meter.arrived(2)).isEqualTo(new NoiseMeter.Verdict.Refused(429));
        meter.answered(50 * MILLI);
        assertThat(meter.arrived(51 * MILLI)).isInstanceOf(NoiseMeter.Verdict.Accepted.class);
        assertThat(meter.counts().refused()).isEqualTo(1);
    }

    @Test
    void readsBackWhatItWrites() {
        var meter = meter(new Noise(0.5, true, List.of(429, 503)), "bucket:2:1");
        LongStream.range(0, 100).forEach(i -> meter.arrived(i * 100 * MILLI));
        assertThat(NoiseCounts.parse(meter.counts().line())).isEqualTo(meter.counts());
        assertThat(NoiseSetup.parse(meter.setup().line())).isEqualTo(meter.setup());
    }

    private static long refusedOf(int requests, long interval) {
        var meter = meter(new Noise(0.1, false, Noise.CAPACITY), "none");
        LongStream.range(0, requests).forEach(i -> meter.arrived(i * interval));
        return meter.counts().noise();
    }

    private static NoiseMeter meter(Noise noise, String limit) {
        return new NoiseMeter(new NoiseSetup(Duration.ofMillis(100), noise, 7, limit));
    }
}
