package dev.rowan.engine.throttle;

import java.util.ArrayDeque;
import java.util.Deque;

/// The noise floor: the share of requests that the service refuses at any rate, such as stray 429, 503 and 529.
///
/// A mean with a prior, over the last few thousand requests below the limit. Before a limit is found, 10 % is
/// assumed, so that a run against a noisy service does not start with a cut; afterwards noise must be observed.
/// Owned by its throttle.
final class NoiseFloor {
    /// The number of requests after which older ones have a third of their weight.
    private static final double MEMORY = 3_000;
    /// Above this share the service is overloaded in any case.
    private static final double MAX_SHARE = 0.3;
    private static final double QUIET_SHARE = 0.002;
    /// By how much an accepted rate must exceed a supposed limit to refute it.
    private static final double FAR = 1.15;

    /// The maximum weight of doubtful requests.
    private static final double DOUBTFUL = 50;

    private static final int MAX_SUSPECTS = 16;

    private final Deque<Suspect> suspects = new ArrayDeque<>();
    private double priorRefusals = 1;
    private double priorRequests = 10;
    private double requests;
    private double refusals;

    /// Requests whose refusals were attributed to a limit at `rate`.
    private record Suspect(double sent, double refused, double rate) {}

    /// Counts requests whose refusals were not caused by the rate.
    void add(double sent, double refused) {
        double kept = Math.exp(-sent / MEMORY);
        requests = requests * kept + sent;
        refusals = refusals * kept + refused;
    }

    /// The limit seemed to be crossed at this rate, below the estimate: if a much higher rate is accepted soon,
    /// it was noise.
    void suspect(double sent, double refused, double rate) {
        if (refused > MAX_SHARE * sent) {
            return;
        }
        suspects.addLast(new Suspect(sent, refused, rate));
        if (suspects.size() > MAX_SUSPECTS) {
            suspects.removeFirst();
        }
    }

    /// Everything is refused for a while, and the suspects were the start of that.
    void forgetSuspects() {
        suspects.clear();
    }

    /// Reduces the weight of the counts, since requests were paced by the wrong unit.
    void doubt() {
        suspects.clear();
        double kept = Math.min(1, DOUBTFUL / requests);
        requests *= kept;
        refusals *= kept;
    }

    /// The rate reached this value without crossing the limit.
    void passed(double rate) {
        if (!suspects.isEmpty()) {
            suspects.removeIf(suspect -> {
                boolean refuted = rate > FAR * suspect.rate;
                if (refuted) {
                    add(suspect.sent, suspect.refused);
                }
                return refuted;
            });
        }
    }

    /// A limit was found: switches to the prior of a service without noise.
    void limitFound() {
        priorRefusals = 0.1;
        priorRequests = 5;
    }

    /// Whether there is hardly any noise, so that a single refusal is significant.
    boolean isQuiet() {
        return share() <= QUIET_SHARE;
    }

    double share() {
        return Math.min(MAX_SHARE, (refusals + priorRefusals) / (requests + priorRequests));
    }
}
