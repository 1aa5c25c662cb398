package dev.rowan.engine.control;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Applies the control requests that the owner of a run has recorded to one of its workers. Owned by the worker's own
/// thread.
final class RecordedControls implements ControlSource {
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();
    /// With the owner's samples, which are frequent, no note is read twice.
    private static final Set<String> READ = Set.of(ControlRequestStore.NOTE, Sample.NOTE);

    private final String runId;
    private final Supplier<LandscapeReader> readers;
    private final ControlChanges changes;
    private final Time time;
    private long next;
    private @Nullable LandscapeReader reader;
    private long last;

    RecordedControls(String runId, Supplier<LandscapeReader> readers, RunControls controls, Time time) {
        this.runId = runId;
        this.readers = readers;
        this.changes = new ControlChanges(controls);
        this.time = time;
        this.next = time.nanos();
    }

    /// Applies what was recorded since the last time, if a second has passed. If the landscape cannot be read, the
    /// next poll does.
    @Override
    public void poll() {
        if (time.nanos() - next < 0) {
            return;
        }
        next = time.nanos() + INTERVAL;
        try {
            LandscapeReader from = reader;
            if (from == null) {
                from = readers.get();
                reader = from;
            }
            if (last == 0) {
                last = from.notes().lastStart(runId);
            }
            for (Note note : from.notes().after(runId, last, READ)) {
                last = note.event();
                if (note.type().equals(ControlRequestStore.NOTE)) {
                    apply(note);
                }
            }
        } catch (LandscapeException _) {
            close();
        }
    }

    /// What the owner has accepted and is impossible here, such as a pause of a paused worker, changes nothing. Batch
    /// jobs are the owner's.
    private void apply(Note note) {
        Row request = Row.of("order", note.facts().get("order"))
                .with("node", note.facts().get("node"))
                .with("value", note.facts().get("to"));
        if ("cancel_jobs".equals(request.get("order"))) {
            return;
        }
        ControlChange change = changes.of(
                ControlRequest.of(request.asMap()), String.valueOf(note.facts().get("operator")));
        if (change instanceof ControlChange.Possible possible) {
            possible.effect().run();
        }
    }

    @Override
    public void close() {
        LandscapeReader open = reader;
        reader = null;
        if (open != null) {
            try {
                open.close();
            } catch (LandscapeException _) {
                // nothing is lost with it
            }
        }
    }
}
