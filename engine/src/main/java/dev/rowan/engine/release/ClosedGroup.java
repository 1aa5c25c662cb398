package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A group that was closed and is not on record yet, with the rows made of it; `key` is JSON.
record ClosedGroup(int node, long number, String key, Trigger trigger, long members, Duration age, List<MadeRow> rows) {
    private static final LogEntry.Waits NO_WAITS = new LogEntry.Waits(0, 0, 0, 0, 0, 0);

    /// What closed a group.
    enum Trigger {
        COUNT,
        TIMEOUT,
        WHEN,
        END;

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// A derived row: `parent` is the member that it stands for, if it does. A failed one has no values.
    record MadeRow(long rowSeq, Optional<Member> parent, Row row, Optional<Failure> failure) {}

    /// Why the aggregator could not take a member, or make anything of the group.
    record Failure(Reason reason, Verdict verdict) {}

    /// The group's end, then its rows; a failed one with its visit to the aggregate.
    List<LogEntry> entries(Instant at) {
        var entries = new ArrayList<LogEntry>();
        entries.add(new LogEntry.GroupEnded(node, number, at, trigger.word(), members, rows.size(), age, value(key)));
        for (MadeRow made : rows) {
            entries.add(new LogEntry.RowDerived(made.rowSeq(), at, number, made.parent(), made.row()));
            made.failure()
                    .ifPresent(failure -> entries.add(new LogEntry.StateClosed(
                            new LogEntry.StateKey(made.rowSeq(), 0, node, 1),
                            at,
                            at,
                            NO_WAITS,
                            new LogEntry.Result.Failed(failure.reason(), failure.verdict()))));
        }
        return entries;
    }

    private static @Nullable Object value(String json) {
        try {
            return RowJson.readValue(json.getBytes(StandardCharsets.UTF_8));
        } catch (JsonException broken) {
            throw new IllegalStateException("the key of a group is JSON", broken);
        }
    }
}
