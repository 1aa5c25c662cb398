package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.engine.output.SinkStart;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A sink and how far it is: the tokens that it was given by this process are numbered from 1, and its last mark
/// covers the first of them. Owned by the release thread.
final class SinkPosition {
    private final String name;
    private final Sink sink;
    private final long recordedRows;
    private final long present;
    private final Map<Long, Reason> refused = new HashMap<>();
    private long refusedRows;
    private long written;
    private long covered;
    private Mark mark;
    private boolean recorded;

    SinkPosition(String name, Sink sink, SinkStart start) {
        this.name = name;
        this.sink = sink;
        this.recordedRows = start.recorded().rows();
        this.mark = start.found();
        cover(start.found());
        this.present = covered;
        this.recorded = start.found().equals(start.recorded());
    }

    String name() {
        return name;
    }

    /// Writes the row, unless the target has it already. A reason if the sink rejects it.
    Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        Optional<Reason> rejected = written < present ? Optional.empty() : sink.write(row, token);
        if (rejected.isEmpty()) {
            written++;
        }
        return rejected;
    }

    /// The number of the last token written.
    long written() {
        return written;
    }

    void sync() throws IOException {
        cover(sink.sync());
    }

    void finish() throws IOException {
        cover(sink.finish());
    }

    void suspend() throws IOException {
        sink.suspend();
    }

    private void cover(Mark next) {
        for (Sink.RefusedRow row : sink.refused()) {
            refused.put(covered + row.index() + 1, row.reason());
            refusedRows++;
        }
        recorded = recorded && next.equals(mark);
        mark = next;
        covered = next.rows() - recordedRows + refusedRows;
    }

    boolean isCovered(long number) {
        return number <= covered;
    }

    long covered() {
        return covered;
    }

    /// Whether the target holds tokens that were not passed on to it yet by this process.
    boolean isAhead() {
        return covered > written;
    }

    /// Whether a sync now would make tokens durable that were written before the last one.
    boolean isOverdue() {
        return covered < written && sink.isAtPartEnd();
    }

    boolean isAtPartEnd() {
        return sink.isAtPartEnd();
    }

    /// Why the target refused the token, if it did.
    Optional<Reason> takeRefusal(long number) {
        return Optional.ofNullable(refused.remove(number));
    }

    Mark mark() {
        return mark;
    }

    /// Whether [#mark] is on record.
    boolean isRecorded() {
        return recorded;
    }

    void recorded() {
        recorded = true;
    }
}
