package dev.rowan.landscape.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.RecordedJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SamplePropertyTest {

    @Property
    void aSampleSurvivesARoundTrip(@ForAll long seed) {
        Sample sample = sample(new SplittableRandom(seed));

        byte[] recorded = RecordedJson.text(sample.facts()).getBytes(java.nio.charset.StandardCharsets.UTF_8);

        assertThat(Sample.of(RecordedJson.object(recorded))).isEqualTo(sample);
    }

    @Test
    void countersMissingInOlderRecordsAreZero() {
        Sample sample = Sample.of(Map.of("rows_read", 7L));

        assertThat(sample.rowsRead()).isEqualTo(7);
        assertThat(sample.nodes()).isEmpty();
        assertThat(sample.cap()).isEmpty();
    }

    private static Sample sample(SplittableRandom random) {
        return new Sample(
                count(random),
                count(random),
                count(random),
                count(random),
                count(random),
                count(random),
                count(random),
                maybe(random),
                Map.of("completed", count(random), "failed", count(random)),
                Map.of("no \"room\"", count(random)),
                new Usd(count(random)),
                new Usd(count(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of(new Usd(count(random))),
                count(random),
                random.nextBoolean(),
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(index -> node(index, random))
                        .toList(),
                IntStream.range(0, random.nextInt(3))
                        .mapToObj(_ -> service(random))
                        .toList(),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(
                                new Sample.HeadRow(count(random), count(random), maybe(random), random.nextBoolean())));
    }

    private static Sample.Node node(int index, SplittableRandom random) {
        List<Long> latency = IntStream.rangeClosed(0, Sample.LATENCY_MILLIS.size())
                .mapToObj(_ -> count(random))
                .toList();
        return new Sample.Node(
                "n" + index + "é\n",
                index,
                count(random),
                count(random),
                count(random),
                count(random),
                count(random),
                random.nextInt(1, 1_000),
                random.nextInt(1_000),
                count(random),
                count(random),
                count(random),
                count(random),
                count(random),
                new CallCost(new Usd(count(random)), new Usd(count(random)), count(random), count(random)),
                random.nextBoolean() ? List.of() : latency);
    }

    private static Sample.Service service(SplittableRandom random) {
        return new Sample.Service(
                "https://api" + random.nextInt() + ".example",
                random.nextBoolean() ? Optional.empty() : Optional.of(random.nextDouble() * 1e6),
                "refused",
                count(random),
                count(random),
                maybe(random),
                maybe(random),
                Optional.empty(),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new Sample.SharedLimit(random.nextInt(2, 100), random.nextDouble())));
    }

    private static long count(SplittableRandom random) {
        return random.nextLong() >>> random.nextInt(1, 64);
    }

    private static OptionalLong maybe(SplittableRandom random) {
        return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(count(random));
    }
}
