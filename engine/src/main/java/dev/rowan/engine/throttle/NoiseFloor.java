package dev.rowan.engine.throttle;

import java.util.ArrayDeque;
import java.util.Deque;

/// The noise floor: the share of requests that the service refuses at any rate, such as stray 429, 503 and 529.
///
/// A mean with a prior, over the last few thousand requests that went out below the limit. Before any limit
/// was found one in ten is assumed, so that a run against a noisy service does not begin with a cut;
/// afterwards noise has to show. Owned by its throttle.
final class NoiseFloor {
    /// The requests after which older ones count for a third.
    private static final double MEMORY = 3_000;
    /// Beyond this share a service is overloaded, whatever the reason.
    private static final double MAX_SHARE = 0.3;
    private static final double QUIET_SHARE = 0.002;
    /// By how much the rate must exceed one that was taken for the limit to refute that.
    private static final double FAR = 1.15;

    /// The requests that doubtful ones count for.
    private static final double DOUBTFUL = 50;

    private static final int MAX_SUSPECTS = 16;

    private final Deque<Suspect> suspects = new ArrayDeque<>();
    private double priorRefusals = 1;
    private double priorRequests = 10;
    private double requests;
    private double refusals;

    /// Requests of which some were refused, which was taken for the sign of a limit at `rate`.
    private record Suspect(double sent, double refused, double rate) {}

    /// Counts requests that were sent while the rate was not the cause of refusals.
    void add(double sent, double refused) {
        double kept = Math.exp(-sent / MEMORY);
        requests = requests * kept + sent;
        refusals = refusals * kept + refused;
    }

    /// The limit seemed to be crossed at this rate, which was below the estimate: should a much higher rate
    /// pass soon, it was noise.
    void suspect(double sent, double refused, double rate) {
        if (refused > MAX_SHARE * sent) {
            return;
        }
        suspects.addLast(new Suspect(sent, refused, rate));
        if (suspects.size() > MAX_SUSPECTS) {
            suspects.removeFirst();
        }
    }

    /// Everything is refused for a while: what went before was the beginning of that.
    void forgetSuspects() {
        suspects.clear();
    }

    /// What was counted is doubtful, since requests were paced by the wrong unit: it weighs little from now on.
    void doubt() {
        suspects.clear();
        double kept = Math.min(1, DOUBTFUL / requests);
        requests *= kept;
        refusals *= kept;
    }

    /// The rate has come to this and the limit was not crossed.
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

    /// A limit was found: the prior is now that of a service without noise.
    void limitFound() {
        priorRefusals = 0.1;
        priorRequests = 5;
    }

    /// Whether there is hardly any noise, so that a single refusal means something.
    boolean isQuiet() {
        return share() <= QUIET_SHARE;
    }

    double share() {
        return Math.min(MAX_SHARE, (refusals + priorRefusals) / (requests + priorRequests));
    }
}
