package dev.rowan.engine.control;

import dev.rowan.engine.call.CallStatistics.ServicePace;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.landscape.record.Sample;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// The pace of a service as it is recorded.
final class ServicePaces {
    private static final double SECOND = 1e9;

    private ServicePaces() {}

    static Sample.Service service(ServicePace service) {
        PaceState pace = service.pace();
        return new Sample.Service(
                service.address(),
                perSecond(pace),
                word(pace.cause()),
                pace.since().toMillis(),
                pace.heldFor().toMillis(),
                number(pace.declared().requestsPerMinute()),
                number(pace.declared().tokensPerMinute()),
                pace.down()
                        .map(down -> new Sample.Down(
                                down.lasted().toMillis(), down.nextProbe().toMillis(), down.why())),
                pace.share().map(share -> new Sample.SharedLimit(share.members(), share.share())));
    }

    /// The stricter of the discovered limit, once something was refused, and the declared one.
    static Optional<Double> perSecond(PaceState pace) {
        Optional<Double> declared = pace.declared().requestsPerMinute().map(limit -> limit / 60.0);
        boolean known =
                pace.cause() != PaceState.Cause.NEVER_REFUSED || pace.share().isPresent();
        boolean found = known && !pace.delay().isZero();
        if (!found) {
            return declared;
        }
        double rate = SECOND / pace.delay().toNanos();
        return Optional.of(declared.map(limit -> Math.min(limit, rate)).orElse(rate));
    }

    private static OptionalLong number(Optional<Long> limit) {
        return limit.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    static String word(PaceState.Cause cause) {
        return cause.name().toLowerCase(Locale.ROOT);
    }
}
