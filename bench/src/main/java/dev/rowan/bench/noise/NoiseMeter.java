package dev.rowan.bench.noise;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Decides which requests a [NoiseServer] refuses, and counts them. Its own monitor guards all of it.
final class NoiseMeter {
    private final NoiseSetup setup;
    private final HiddenLimit limit;
    private final SplittableRandom random;
    private final List<Integer> accepted = new ArrayList<>();
    private final List<Integer> limited = new ArrayList<>();
    private long requests;
    private long noise;
    private int inFlight;
    private int peak;
    private long first;
    private long last;

    NoiseMeter(NoiseSetup setup) {
        this.setup = setup;
        this.limit = HiddenLimit.parse(setup.limit());
        this.random = new SplittableRandom(setup.seed());
    }

    sealed interface Verdict {
        record Accepted(long number) implements Verdict {}

        record Refused(int status) implements Verdict {}
    }

    NoiseSetup setup() {
        return setup;
    }

    synchronized Verdict arrived(long nanos) {
        if (requests++ == 0) {
            first = nanos;
        }
        double at = (nanos - first) / 1e9;
        if (random.nextDouble() < setup.noise().share()) {
            noise++;
            List<Integer> statuses = setup.noise().statuses();
            return new Verdict.Refused(statuses.get(random.nextInt(statuses.size())));
        }
        boolean admitted = limit.admits(at, inFlight);
        count(admitted ? accepted : limited, at);
        if (!admitted) {
            return new Verdict.Refused(429);
        }
        peak = Math.max(peak, ++inFlight);
        return new Verdict.Accepted(requests);
    }

    synchronized void answered(long nanos) {
        inFlight--;
        last = nanos;
    }

    synchronized NoiseCounts counts() {
        return new NoiseCounts(requests, noise, peak, (last - first) / 1e9, accepted, limited);
    }

    private static void count(List<Integer> cells, double at) {
        int cell = (int) Math.max(0, at * NoiseCounts.PER_SECOND);
        while (cells.size() <= cell) {
            cells.add(0);
        }
        cells.set(cell, cells.get(cell) + 1);
    }
}
