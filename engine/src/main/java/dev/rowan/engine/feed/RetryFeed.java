package dev.rowan.engine.feed;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Content;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rows of another run with certain outcomes, as they were read and with the same numbers. Rows that an earlier
/// process of this run has read, or that have another outcome in a run of `superseded`, are left out.
public final class RetryFeed implements RowFeed {
    private static final int AT_ONCE = 200;

    private final LandscapeReader reader;
    private final String runId;
    private final Set<Outcome> outcomes;
    private final List<String> superseded;
    private final long read;
    private final Deque<PendingRow> loaded = new ArrayDeque<>();
    private long last;
    private long given;

    public RetryFeed(LandscapeReader reader, String runId, Set<Outcome> outcomes, List<String> superseded, long read) {
        this.reader = reader;
        this.runId = runId;
        this.outcomes = Set.copyOf(outcomes);
        this.superseded = List.copyOf(superseded);
        this.read = read;
    }

    @Override
    public Optional<InputRow> next() throws IOException {
        while (given < read) {
            if (load().isEmpty()) {
                return Optional.empty();
            }
        }
        Optional<PendingRow> row = load();
        return row.isPresent()
                ? Optional.of(new InputRow.Fresh(
                        row.get().rowSeq(), row.get().source(), item(row.get()), EarlierVisits.NOTHING))
                : Optional.empty();
    }

    private Optional<PendingRow> load() {
        if (loaded.isEmpty()) {
            loaded.addAll(reader.pendingRows().ended(runId, outcomes, superseded, last, AT_ONCE));
        }
        PendingRow row = loaded.pollFirst();
        if (row == null) {
            return Optional.empty();
        }
        last = row.rowSeq();
        given++;
        return Optional.of(row);
    }

    private Source.Item item(PendingRow row) throws PluginException {
        return switch (row.content()) {
            case Content.Values(var values) -> new Source.Item.Record(row.position(), values, row.sourceId());
            case Content.Unreadable(var reason, var raw) -> new Source.Item.Unreadable(row.position(), reason, raw);
            case Content.Gone _ ->
                throw new PluginException(("the values of row %,d of run %s were deleted from the landscape, so it"
                                + " cannot be retried; run the pipeline again on its input")
                        .formatted(row.rowSeq(), runId));
        };
    }

    @Override
    public long progress() {
        return given;
    }
}
