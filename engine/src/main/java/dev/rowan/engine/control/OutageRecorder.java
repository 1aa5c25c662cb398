package dev.rowan.engine.control;

import dev.rowan.api.Time;
import dev.rowan.engine.pool.Outage;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.ServiceOutage;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Records when a service goes down and when it is back, each with the time it happened. Owned by the run's own
/// thread.
final class OutageRecorder {
    private final Supplier<List<Map.Entry<String, Outage.Change>>> changes;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final Map<Id, Instant> begun = new HashMap<>();
    private final Map<Id, ServiceOutage> open = new LinkedHashMap<>();

    /// `changes` supplies the changes since the last call.
    OutageRecorder(Supplier<List<Map.Entry<String, Outage.Change>>> changes, LandscapeRecorder recorder, Time time) {
        this.changes = changes;
        this.recorder = recorder;
        this.time = time;
    }

    /// An outage by its service and its start on the monotonic clock.
    private record Id(String service, long since) {}

    /// Records what has changed since the last check.
    void poll() throws InterruptedException {
        for (Map.Entry<String, Outage.Change> changed : changes.get()) {
            Outage.Change change = changed.getValue();
            var id = new Id(changed.getKey(), change.since());
            begun.keySet().removeIf(known -> known.service().equals(id.service()) && !known.equals(id));
            Instant since = begun.computeIfAbsent(id, known -> at(known.since()));
            var outage = new ServiceOutage(id.service(), since, Optional.empty(), false, change.why());
            if (change.until().isEmpty()) {
                open.put(id, outage);
                note(outage);
            } else {
                open.remove(id);
                note(outage.endedAt(at(change.until().getAsLong()), true));
            }
        }
    }

    /// The run ends: open outages stay open.
    void end() throws InterruptedException {
        poll();
        for (ServiceOutage outage : open.values()) {
            note(outage.endedAt(time.instant(), false));
        }
        open.clear();
    }

    private Instant at(long nanos) {
        return time.instant().minusNanos(time.nanos() - nanos);
    }

    private void note(ServiceOutage outage) throws InterruptedException {
        recorder.record(new LogEntry.RunNoted(
                outage.isBack() ? ServiceOutage.UP_NOTE : ServiceOutage.DOWN_NOTE,
                outage.until().orElse(outage.since()),
                outage.facts()));
    }
}
