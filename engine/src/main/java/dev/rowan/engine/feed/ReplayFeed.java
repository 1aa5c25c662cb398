package dev.rowan.engine.feed;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.PendingRowQueries.ReleasedRow;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Branching;
import dev.rowan.landscape.resume.PendingRow.Content;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import dev.rowan.landscape.resume.PendingRow.PastJoin;
import dev.rowan.landscape.resume.PendingRow.TokenNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The rows of another run in the order of release, as they were read, with their recorded calls and failures.
public final class ReplayFeed implements RowFeed {
    private static final int AT_ONCE = 200;

    private final LandscapeReader reader;
    private final String runId;
    private final boolean strict;
    private final Map<Integer, Integer> nodes = new HashMap<>();
    private final Deque<ReleasedRow> loaded = new ArrayDeque<>();
    private long turn;
    private long given;

    /// `numbers` gives the number in that run of each node of this one. If `strict`, joins decide as they did.
    public ReplayFeed(LandscapeReader reader, String runId, Map<Integer, Integer> numbers, boolean strict) {
        this.reader = reader;
        this.runId = runId;
        this.strict = strict;
        numbers.forEach((now, then) -> nodes.put(then, now));
    }

    @Override
    public Optional<InputRow> next() throws PluginException {
        if (loaded.isEmpty()) {
            synchronized (reader) { // the release thread asks it for groups
                loaded.addAll(reader.pendingRows().released(runId, turn, AT_ONCE));
            }
        }
        ReleasedRow left = loaded.pollFirst();
        if (left == null) {
            return Optional.empty();
        }
        turn = left.turn();
        given++;
        PendingRow row = left.row();
        var earlier = new EarlierVisits(
                0, 0, calls(row), failures(row), strict ? Optional.of(branching(row)) : Optional.empty());
        return Optional.of(
                RowOrigin.isDerived(row.rowSeq()) && item(row) instanceof Source.Item.Record(var _, var values, var _)
                        ? new InputRow.Derived(row.rowSeq(), values, earlier)
                        : new InputRow.Fresh(row.rowSeq(), row.source(), item(row), earlier));
    }

    private Source.Item item(PendingRow row) throws PluginException {
        return switch (row.content()) {
            case Content.Values(var values) -> new Source.Item.Record(row.position(), values, row.sourceId());
            case Content.Unreadable(var reason, var raw) -> new Source.Item.Unreadable(row.position(), reason, raw);
            case Content.Gone _ ->
                throw new PluginException("the values of row %,d of run %s were deleted from the landscape"
                        .formatted(row.rowSeq(), runId));
        };
    }

    /// The calls, under the current numbers of their nodes.
    private List<PastCall> calls(PendingRow row) {
        return row.calls().stream()
                .filter(call -> nodes.containsKey(call.key().node()))
                .map(call -> new PastCall(
                        numbered(call.key()),
                        call.attempts(),
                        call.unknown(),
                        call.reply(),
                        PendingRow.InBatch.NEVER,
                        call.source(),
                        0))
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

    /// What joins decided and where tokens have been, under the current numbers of nodes.
    private Branching branching(PendingRow row) {
        List<PastJoin> joins = row.branching().joins().stream()
                .filter(join -> nodes.containsKey(join.node()))
                .map(join -> new PastJoin(
                        join.part(),
                        now(join.node()),
                        join.trigger(),
                        join.used(),
                        join.lost(),
                        join.apart(),
                        join.failed()))
                .toList();
        Set<TokenNode> visits = row.branching().visits().stream()
                .map(visit -> new TokenNode(visit.part(), now(visit.node())))
                .collect(Collectors.toSet());
        return new Branching(List.of(), joins, visits, row.branching().cutOff());
    }

    private int now(int then) {
        return nodes.getOrDefault(then, then);
    }

    @Override
    public long progress() {
        return given;
    }
}
