package dev.rowan.bench.noise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The requests that a service accepted from a contender in each second of its run.
record NoiseCurve(String noise, String contender, List<Long> perSecond) {

    NoiseCurve {
        perSecond = List.copyOf(perSecond);
    }

    static NoiseCurve of(String noise, String contender, NoiseCounts counts) {
        var perSecond = new ArrayList<Long>();
        for (int second = 0; second * NoiseCounts.PER_SECOND < counts.accepted().size(); second++) {
            perSecond.add(counts.accepted(second, second + 1));
        }
        return new NoiseCurve(noise, contender, perSecond);
    }

    long total() {
        return perSecond.stream().mapToLong(Long::longValue).sum();
    }

    String line() {
        return "%s;%s;%s"
                .formatted(
                        noise,
                        contender,
                        perSecond.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    static NoiseCurve parse(String line) {
        String[] parts = line.split(";", -1);
        return new NoiseCurve(
                parts[0],
                parts[1],
                Arrays.stream(parts[2].split(" ", -1)).map(Long::valueOf).toList());
    }
}
