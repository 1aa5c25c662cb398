package dev.rowan.engine.run;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.PendingRowQueries.ReleasedRow;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Content;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows of another run in the order they left it, as they were read then, with all that came of them there.
final class ReplayFeed implements RowFeed {
    private static final int AT_ONCE = 200;

    private final RunStartMode.Replayed replayed;
    private final Map<Integer, Integer> nodes = new HashMap<>();
    private final Deque<ReleasedRow> loaded = new ArrayDeque<>();
    private long turn;
    private long given;

    ReplayFeed(RunStartMode.Replayed replayed) {
        this.replayed = replayed;
        replayed.nodes().forEach((now, then) -> nodes.put(then, now));
    }

    @Override
    public Optional<Fed> next() throws PluginException {
        if (loaded.isEmpty()) {
            loaded.addAll(replayed.record().pendingRows().released(replayed.runId(), turn, AT_ONCE));
        }
        ReleasedRow left = loaded.pollFirst();
        if (left == null) {
            return Optional.empty();
        }
        turn = left.turn();
        given++;
        PendingRow row = left.row();
        return Optional.of(new Fed.Fresh(row.rowSeq(), item(row), new EarlierVisits(0, 0, calls(row), failures(row))));
    }

    private Source.Item item(PendingRow row) throws PluginException {
        return switch (row.content()) {
            case Content.Values(var values) -> new Source.Item.Record(row.position(), values, row.sourceId());
            case Content.Unreadable(var reason, var raw) -> new Source.Item.Unreadable(row.position(), reason, raw);
            case Content.Gone _ ->
                throw new PluginException("the values of row %,d of run %s were deleted from the landscape"
                        .formatted(row.rowSeq(), replayed.runId()));
        };
    }

    /// The calls, under the numbers that their nodes have now.
    private List<PastCall> calls(PendingRow row) {
        return row.calls().stream()
                .filter(call -> nodes.containsKey(call.key().node()))
                .map(call -> new PastCall(numbered(call.key()), call.attempts(), call.unknown(), call.reply()))
                .toList();
    }

    private CallKey numbered(CallKey key) {
        return new CallKey(
                key.rowSeq(), key.part(), now(key.node()), key.generation(), key.number(), key.requestSha256());
    }

    private List<PastFailure> failures(PendingRow row) {
        return row.failures().stream()
                .filter(failure -> nodes.containsKey(failure.node()))
                .map(failure ->
                        new PastFailure(failure.part(), now(failure.node()), failure.visits(), failure.failed()))
                .toList();
    }

    private int now(int then) {
        return nodes.getOrDefault(then, then);
    }

    @Override
    public long progress() {
        return given;
    }
}
