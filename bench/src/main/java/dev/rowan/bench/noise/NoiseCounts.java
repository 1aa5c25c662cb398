package dev.rowan.bench.noise;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What a [NoiseServer] has counted since it was set up: requests, those that it refused by chance, the peak of
/// requests in flight, the seconds from the first request to the last answer; and for each tenth of a second the
/// requests that it accepted and those that its limit refused.
public record NoiseCounts(
        long requests, long noise, int peak, double seconds, List<Integer> accepted, List<Integer> limited) {
    static final int PER_SECOND = 10;

    public NoiseCounts {
        accepted = List.copyOf(accepted);
        limited = List.copyOf(limited);
    }

    /// Requests accepted between the two times, in seconds since the first request.
    public long accepted(double from, double to) {
        return sum(accepted, from, to);
    }

    /// Requests that the limit refused between the two times.
    public long limited(double from, double to) {
        return sum(limited, from, to);
    }

    /// All requests that were refused, by chance or by the limit.
    long refused() {
        return noise + limited.stream().mapToLong(Integer::longValue).sum();
    }

    private static long sum(List<Integer> cells, double from, double to) {
        int first = Math.min(cells.size(), cell(from));
        int end = Math.min(cells.size(), cell(to));
        return cells.subList(first, end).stream().mapToLong(Integer::longValue).sum();
    }

    private static int cell(double seconds) {
        return (int) Math.round(seconds * PER_SECOND);
    }

    String line() {
        return "%d,%d,%d,%s,%s,%s".formatted(requests, noise, peak, seconds, joined(accepted), joined(limited));
    }

    private static String joined(List<Integer> cells) {
        return cells.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    static NoiseCounts parse(String line) {
        String[] parts = line.strip().split(",", -1);
        return new NoiseCounts(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Integer.parseInt(parts[2]),
                Double.parseDouble(parts[3]),
                cells(parts[4]),
                cells(parts[5]));
    }

    private static List<Integer> cells(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ", -1)).map(Integer::valueOf).toList();
    }
}
