package dev.rowan.engine.throttle;

/// Finds out whether a service counts requests or tokens: the limit itself stands still, so of the two measured rates
/// the one that varies less from one refusal to the next is the one that is limited. Owned by its throttle.
final class UnitChoice {
    private static final double SHARE = 0.25;
    /// How much steadier the other unit must be before the choice changes.
    private static final double MARGIN = 0.7;

    private final Steadiness requests = new Steadiness();
    private final Steadiness tokens = new Steadiness();
    private Unit unit = Unit.REQUESTS;

    /// How much a measured rate varies from one measurement to the next, as a mean of the logarithm's change.
    private static final class Steadiness {
        private double last;
        private double change;

        void measured(double rate) {
            if (last > 0 && rate > 0) {
                change += SHARE * (Math.min(Math.abs(Math.log(rate / last)), 0.3) - change);
            }
            last = rate;
        }
    }

    Unit unit() {
        return unit;
    }

    /// Takes in what was accepted between two moments at which the limit was used up; true when the unit changed.
    boolean measured(Tally.Mark from, Tally.Mark to, double seconds) {
        requests.measured(to.acceptedSince(from, Unit.REQUESTS) / seconds);
        tokens.measured(to.acceptedSince(from, Unit.TOKENS) / seconds);
        Unit before = unit;
        if (requests.change < MARGIN * tokens.change) {
            unit = Unit.REQUESTS;
        } else if (tokens.change < MARGIN * requests.change && tokens.last > 0) {
            unit = Unit.TOKENS;
        }
        return unit != before;
    }
}
