package dev.rowan.engine.throttle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// The cuts of one search for the limit, and what was refused before each of them.
///
/// At a limit the share of refusals depends on the rate, noise does not. So when a search has tried several
/// rates, the likelihood of what was refused at each tells whether one limit explains it or one share for all
/// rates. Owned by its throttle.
final class CutHistory {
    private static final int MAX_EPOCHS = 16;
    private static final int FEW = 10;
    private static final double DEEP = 0.5;
    private static final int MANY_SETTLED = 3;
    /// The log of the odds from which noise counts as the explanation.
    private static final double SURE = 4;
    /// What is tried for the limit: from the highest rate down, by this factor each.
    private static final double STEP = 0.85;

    private static final int STEPS = 60;
    /// The part of what a limit refuses in the long run that it may refuse in a short time, while a bucket
    /// gives out what it saved or small requests find room.
    private static final double SOFT = 0.6;
    /// No model is so sure that one request could refute it.
    private static final double DOUBT = 0.02;

    /// When more is refused than this, the service is overloaded, and fewer requests are right whatever the
    /// reason.
    private static final double MAX_SHARE = 0.5;

    private final Deque<Epoch> epochs = new ArrayDeque<>();
    private int settled;

    /// The requests between two cuts, up to number `last`, which went out at `rate`.
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

    /// Whether a crossing that was expected, at this rate, ends the search. Far below the rate of the first cut
    /// it takes several in a row, since noise alone may have brought the rate there.
    boolean isOver(double rate) {
        settled++;
        return epochs.isEmpty() || settled >= MANY_SETTLED || rate >= DEEP * epochs.getFirst().rate;
    }

    /// A cut after the requests up to `last`, since the one after `cutAfter`. The first one comes when the limit was
    /// crossed at last, so what went before the suspicion does not count.
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

    /// The refusal of a request from before the last cut.
    void refused(long number) {
        for (Iterator<Epoch> latest = epochs.descendingIterator(); latest.hasNext(); ) {
            Epoch epoch = latest.next();
            if (number >= epoch.first && number <= epoch.last) {
                epoch.refused++;
                return;
            }
        }
    }

    /// What was accepted in a second before the last cut; unknown, and so without bound, when that was of few
    /// requests.
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

    /// Whether a share that is the same at all rates explains the refusals better than any limit does on top
    /// of `noise`.
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
