package dev.rowan.bench.noise;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/// How a [NoiseServer] behaves; `limit` is a text that [HiddenLimit#parse] reads.
public record NoiseSetup(Duration latency, Noise noise, long seed, String limit) {
    static final NoiseSetup QUIET = new NoiseSetup(Duration.ZERO, Noise.NONE, 1, "none");

    String line() {
        String statuses = noise.statuses().stream().map(String::valueOf).collect(Collectors.joining(" "));
        return "%d,%s,%s,%s,%d,%s"
                .formatted(latency.toMillis(), noise.share(), noise.retryAfter(), statuses, seed, limit);
    }

    static NoiseSetup parse(String line) {
        String[] parts = line.strip().split(",", -1);
        return new NoiseSetup(
                Duration.ofMillis(Long.parseLong(parts[0])),
                new Noise(
                        Double.parseDouble(parts[1]),
                        Boolean.parseBoolean(parts[2]),
                        Arrays.stream(parts[3].split(" ")).map(Integer::valueOf).toList()),
                Long.parseLong(parts[4]),
                parts[5]);
    }
}
