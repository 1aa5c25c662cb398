package dev.rowan.engine.control;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.engine.call.CallStatistics.ServicePace;
import dev.rowan.engine.pool.PaceState.Cause;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Records when the pace of a service has changed by a tenth or more, or its limiting factor, and why. Checks at
/// most once a second. Owned by the run's own thread.
final class LimitRecorder {
    static final String NOTE = "limit_changed";

    private static final long BETWEEN = Duration.ofSeconds(1).toNanos();
    private static final double MATERIAL = 0.1;

    private final Supplier<List<ServicePace>> paces;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final Map<String, Sample.Service> reported = new HashMap<>();
    private long last;

    LimitRecorder(Supplier<List<ServicePace>> paces, LandscapeRecorder recorder, Time time) {
        this.paces = paces;
        this.recorder = recorder;
        this.time = time;
        this.last = time.nanos();
    }

    /// Records what has changed since the last check, if that is a second ago.
    void poll() throws InterruptedException {
        long now = time.nanos();
        if (now - last < BETWEEN) {
            return;
        }
        long lookedBefore = now - last;
        last = now;
        var sameAddress = new HashMap<String, Integer>();
        for (ServicePace pace : paces.get()) {
            Sample.Service service = ServicePaces.service(pace);
            int number = sameAddress.merge(service.address(), 1, Integer::sum);
            check(service.address() + " " + number, service, lookedBefore);
        }
    }

    private void check(String key, Sample.Service now, long lookedBefore) throws InterruptedException {
        Optional<Sample.Service> before = Optional.ofNullable(reported.get(key));
        boolean refused = !now.cause().equals(ServicePaces.word(Cause.NEVER_REFUSED));
        if (before.isEmpty()) {
            reported.put(key, now);
        }
        boolean changed = before.map(then -> isMaterial(then, now)).orElse(refused);
        if (changed) {
            reported.put(key, now);
            var facts = Row.of("service", now.address())
                    .with("from", before.flatMap(Sample.Service::perSecond).orElse(null))
                    .with("to", now.perSecond().orElse(null))
                    .with("why", why(before, now, lookedBefore));
            recorder.record(new LogEntry.RunNoted(NOTE, time.instant(), facts.asMap()));
        }
    }

    private static boolean isMaterial(Sample.Service before, Sample.Service now) {
        if (!before.cause().equals(now.cause())
                || before.perSecond().isPresent() != now.perSecond().isPresent()) {
            return true;
        }
        double then = before.perSecond().orElse(0.0);
        return Math.abs(now.perSecond().orElse(0.0) - then) >= MATERIAL * then && then > 0;
    }

    /// The recorded cause: `ordered` if the declared limit changed, the cause if it is new, and `recovered` if the
    /// pace changed without a refusal since.
    private static String why(Optional<Sample.Service> before, Sample.Service now, long lookedBefore) {
        boolean declared =
                before.isPresent() && !before.get().requestsPerMinute().equals(now.requestsPerMinute());
        if (declared) {
            return "ordered";
        }
        boolean fresh = before.isEmpty()
                || !before.get().cause().equals(now.cause())
                || Duration.ofMillis(now.sinceMillis()).toNanos() <= lookedBefore;
        return fresh ? now.cause() : "recovered";
    }
}
