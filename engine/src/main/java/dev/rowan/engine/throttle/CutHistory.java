package dev.rowan.engine.throttle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// The cuts of one search for the limit, with the refusals before each.
///
/// At a limit, the share of refusals depends on the rate; noise does not. After cuts to several rates, a
/// likelihood ratio shows whether one limit or a constant share explains the refusals better. Owned by its
/// throttle.
final class CutHistory {
    private static final int MAX_EPOCHS = 16;
    private static final int FEW = 10;
    private static final double DEEP = 0.5;
    private static final int MANY_SETTLED = 3;
    /// The log-odds at which noise is accepted as the explanation.
    private static final double SURE = 4;
    /// Candidate limits: from the highest rate down, each by this factor.
    private static final double STEP = 0.85;

    private static final int STEPS = 60;
    /// The share of its long-term refusals that a limit may show in a short time, while a bucket has saved
    /// tokens or small requests still fit.
    private static final double SOFT = 0.6;
    /// The minimum probability of any result, so that a single request cannot refute a model.
    private static final double DOUBT = 0.02;

    /// Above this share of refusals the service is overloaded, and a lower rate is right in any case.
    private static final double MAX_SHARE = 0.5;

    private final Deque<Epoch> epochs = new ArrayDeque<>();
    private int settled;

    /// The requests `first` to `last` between two cuts, sent at `rate`.
    private static final class Epoch {
        private final long first;
        private final long last;
        private final double rate;
        private long refused;

        Epoch(long first, long last, double rate, long refused) {
            this.first = first;
            this.last = last;
            this.rate = rate;
            this.refused = refused;
        }

        private double sent() {
            return (double) (last - first + 1);
        }

        private double logLikelihood(double share) {
            double clamped = Math.clamp(share, DOUBT, 1 - DOUBT);
            return refused * Math.log(clamped) + (sent() - refused) * Math.log(1 - clamped);
        }
    }

    void clear() {
        epochs.clear();
    }

    /// Whether an expected crossing at this rate ends the search. Far below the first cut's rate this takes
    /// several in a row, since noise alone may have lowered the rate.
    boolean isOver(double rate) {
        settled++;
        return epochs.isEmpty() || settled >= MANY_SETTLED || rate >= DEEP * epochs.getFirst().rate;
    }

    /// Records a cut after the requests `cutAfter` + 1 to `last`. For the first cut, requests before the
    /// suspicion do not count.
    void cut(long cutAfter, long last, double rate, LimitEvidence evidence) {
        boolean first = epochs.isEmpty();
        long from = first ? Math.max(cutAfter, evidence.suspectFrom() - 1) : cutAfter;
        add(from + 1, last, rate, first ? evidence.refused() : evidence.refusedSinceReset());
    }

    private void add(long first, long last, double rate, long refused) {
        settled = 0;
        if (last >= first) {
            epochs.addLast(new Epoch(first, last, rate, refused));
        }
        if (epochs.size() > MAX_EPOCHS) {
            epochs.removeFirst();
        }
    }

    /// Records the refusal of a request sent before the last cut.
    void refused(long number) {
        for (Iterator<Epoch> latest = epochs.descendingIterator(); latest.hasNext(); ) {
            Epoch epoch = latest.next();
            if (number >= epoch.first && number <= epoch.last) {
                epoch.refused++;
                return;
            }
        }
    }

    /// The accepted requests per second before the last cut; infinite if there were too few to tell.
    double delivered() {
        Epoch latest = epochs.peekLast();
        return latest == null || latest.sent() < FEW
                ? Double.POSITIVE_INFINITY
                : latest.rate * (latest.sent() - latest.refused + 1) / latest.sent();
    }

    double sent() {
        return epochs.stream().mapToDouble(Epoch::sent).sum();
    }

    double refused() {
        return epochs.stream().mapToDouble(epoch -> epoch.refused).sum();
    }

    /// Whether a constant share of refusals explains the epochs better than any limit on top of `noise`.
    boolean isNoise(double noise) {
        if (epochs.size() < 2) {
            return false;
        }
        double share = refused() / sent();
        if (share > MAX_SHARE) {
            return false;
        }
        double byNoise =
                epochs.stream().mapToDouble(epoch -> epoch.logLikelihood(share)).sum();
        double limit = epochs.stream().mapToDouble(epoch -> epoch.rate).max().orElseThrow();
        double byLimit = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < STEPS; i++, limit *= STEP) {
            byLimit = Math.max(byLimit, Math.max(logLikelihood(limit, noise, 1), logLikelihood(limit, noise, SOFT)));
        }
        return byNoise > byLimit + SURE;
    }

    private double logLikelihood(double limit, double noise, double part) {
        return epochs.stream()
                .mapToDouble(epoch ->
                        epoch.logLikelihood(noise + (1 - noise) * part * Math.max(0, 1 - limit / epoch.rate)))
                .sum();
    }
}
