package dev.rowan.engine.throttle;

/// A service's limit as found by a search.
public record RateEstimate(double perSecond, LimitUnit unit) {

    /// A part of it.
    public RateEstimate times(double factor) {
        return new RateEstimate(perSecond * factor, unit);
    }
}
