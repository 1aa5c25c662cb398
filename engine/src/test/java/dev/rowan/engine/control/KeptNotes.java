package dev.rowan.engine.control;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A recorder that keeps the notes it gets. Owned by the test's thread.
final class KeptNotes implements LandscapeRecorder {
    private final List<LogEntry.RunNoted> notes = new ArrayList<>();

    List<Map<String, @Nullable Object>> facts() {
        return notes.stream().map(LogEntry.RunNoted::facts).toList();
    }

    @Override
    public long record(LogEntry entry) {
        if (entry instanceof LogEntry.RunNoted note) {
            notes.add(note);
        }
        return notes.size();
    }

    @Override
    public long record(List<? extends LogEntry> together) {
        together.forEach(this::record);
        return notes.size();
    }

    @Override
    public CostPool costPool(Usd cap) {
        throw new UnsupportedOperationException("no run");
    }

    @Override
    public void awaitCommitted(long number) {}

    @Override
    public Head end(RunEnd end) {
        throw new UnsupportedOperationException("nothing ends here");
    }

    @Override
    public void close() {}
}
