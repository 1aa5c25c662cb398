package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Outcomes of rows that are written but not durable yet. They are settled in the order of each sink, a row with
/// all its tokens at once, so that a sink's mark on record covers exactly the tokens with an outcome there.
///
/// A row with tokens in several sinks waits for all of them; until then the marks of those sinks are not
/// recorded. Rows that completed as one token are kept as ranges, so that a sink may lag by many of them. Owned
/// by the release thread.
final class PendingOutcomes {
    private final Map<String, SinkPosition> sinks;
    private final List<WaitingRow> withoutSink = new ArrayList<>();
    private final Map<String, Deque<Entry>> inOneSink = new HashMap<>();
    private final Deque<WaitingRow> inSeveralSinks = new ArrayDeque<>();
    private final Set<String> severalSinks = new HashSet<>();
    private long turns;
    private long waiting;
    private long members;
    private long groups;

    PendingOutcomes(Map<String, SinkPosition> sinks) {
        this.sinks = Map.copyOf(sinks);
    }

    /// What waits in one sink; `turn` counts the rows released.
    private sealed interface Entry {}

    /// A row; `numbers` are those of its tokens in their sinks, 0 without a sink.
    private record WaitingRow(long turn, List<ReleasedToken> tokens, List<Long> numbers) implements Entry {
        boolean hasMember() {
            return tokens.stream().anyMatch(token -> token.group().isPresent());
        }
    }

    /// `count` rows of one group that completed as one token each in one sink, from row `first`, whose number in
    /// the sink is `number`. The times are those of the first.
    private record Range(
            long turn, long group, long first, long number, int count, Instant readAt, Instant endedAt, Instant at)
            implements Entry {
        boolean isFollowedBy(long nextTurn, long nextGroup, long rowSeq, long nextNumber) {
            return group == nextGroup
                    && turn + count == nextTurn
                    && first + count == rowSeq
                    && number + count == nextNumber;
        }

        Range longer() {
            return new Range(turn, group, first, number, count + 1, readAt, endedAt, at);
        }

        Range without(int some) {
            return new Range(turn + some, group, first + some, number + some, count - some, readAt, endedAt, at);
        }
    }

    /// The tokens whose outcomes can be recorded, in the order of their release, and the sinks whose marks must be
    /// recorded with them.
    record Settled(List<ReleasedToken> tokens, List<SinkPosition> marks) {}

    /// Adds a row that is written; `numbers` are those of its tokens in their sinks, 0 without a sink.
    void add(List<ReleasedToken> tokens, List<Long> numbers) {
        long turn = ++turns;
        waiting++;
        Set<String> targets = new HashSet<>();
        tokens.forEach(token -> token.token().sink().ifPresent(targets::add));
        var row = new WaitingRow(turn, List.copyOf(tokens), List.copyOf(numbers));
        if (row.hasMember()) {
            members++;
        }
        switch (targets.size()) {
            case 0 -> withoutSink.add(row);
            case 1 -> add(row, inOneSink.computeIfAbsent(targets.iterator().next(), _ -> new ArrayDeque<>()));
            default -> {
                inSeveralSinks.add(row);
                severalSinks.addAll(targets);
            }
        }
    }

    private void add(WaitingRow row, Deque<Entry> entries) {
        ReleasedToken token = row.tokens().getFirst();
        long number = row.numbers().getFirst();
        if (row.tokens().size() > 1
                || token.token().outcome() != Outcome.COMPLETED
                || token.refusal().isPresent()) {
            entries.add(row);
        } else if (entries.peekLast() instanceof Range range
                && range.isFollowedBy(row.turn(), groups, token.rowSeq(), number)) {
            entries.removeLast();
            entries.add(range.longer());
        } else {
            entries.add(new Range(
                    row.turn(), groups, token.rowSeq(), number, 1, token.readAt(), token.endedAt(), token.at()));
        }
    }

    /// Whether a row waits for several sinks, and a sync now would make it durable in all of them.
    boolean canSettleSeveral() {
        return !inSeveralSinks.isEmpty()
                && severalSinks.stream().allMatch(name -> sink(name).isAtPartEnd());
    }

    /// Whether a row waits of which a token entered a group.
    boolean hasMembers() {
        return members > 0;
    }

    /// How many rows wait.
    long rows() {
        return waiting;
    }

    /// Removes and returns what the marks of the sinks cover; ends the group of rows.
    Settled settle() {
        groups++;
        Set<String> blocked = blocked();
        var rows = new ArrayList<WaitingRow>(withoutSink);
        withoutSink.clear();
        inOneSink.forEach((name, entries) -> {
            if (!blocked.contains(name)) {
                takeCovered(sink(name), entries, rows);
            }
        });
        while (!inSeveralSinks.isEmpty() && canEnd(inSeveralSinks.getFirst(), blocked)) {
            rows.add(inSeveralSinks.removeFirst());
        }
        waiting -= rows.size();
        members -= rows.stream().filter(WaitingRow::hasMember).count();
        rows.sort(Comparator.comparingLong(WaitingRow::turn));
        var tokens = new ArrayList<ReleasedToken>(rows.size());
        rows.forEach(row -> addTokens(row, tokens));
        List<SinkPosition> marks = sinks.values().stream()
                .filter(sink -> !sink.isRecorded() && !blocked.contains(sink.name()))
                .sorted(Comparator.comparing(SinkPosition::name))
                .toList();
        return new Settled(tokens, marks);
    }

    private static void takeCovered(SinkPosition sink, Deque<Entry> entries, List<WaitingRow> into) {
        while (!entries.isEmpty()) {
            switch (entries.getFirst()) {
                case WaitingRow row -> {
                    if (!sink.isCovered(
                            row.numbers().stream().mapToLong(n -> n).max().orElse(0))) {
                        return;
                    }
                    into.add(row);
                    entries.removeFirst();
                }
                case Range range -> {
                    int some = (int) Math.clamp(sink.covered() - range.number() + 1, 0L, (long) range.count());
                    for (int i = 0; i < some; i++) {
                        into.add(row(range, i, sink.name()));
                    }
                    if (some < range.count()) {
                        entries.removeFirst();
                        entries.addFirst(range.without(some));
                        return;
                    }
                    entries.removeFirst();
                }
            }
        }
    }

    private static WaitingRow row(Range range, int i, String sink) {
        var token = new TokenOutcome(0, Outcome.COMPLETED, Optional.empty(), Optional.empty(), Optional.of(sink));
        return new WaitingRow(
                range.turn() + i,
                List.of(new ReleasedToken(
                        range.first() + i,
                        range.readAt(),
                        range.endedAt(),
                        token,
                        OptionalLong.empty(),
                        true,
                        range.at(),
                        Optional.empty())),
                List.of(range.number() + i));
    }

    private void addTokens(WaitingRow row, List<ReleasedToken> tokens) {
        for (int i = 0; i < row.tokens().size(); i++) {
            ReleasedToken released = row.tokens().get(i);
            long number = row.numbers().get(i);
            Optional<Reason> refused = released.refusal().isPresent()
                    ? Optional.empty()
                    : released.token().sink().flatMap(name -> sink(name).takeRefusal(number));
            tokens.add(refused.map(released::refused).orElse(released));
        }
    }

    /// The sinks whose marks cover a token that cannot end, because another token of its row is not durable.
    private Set<String> blocked() {
        var blocked = new HashSet<String>();
        sinks.values().stream().filter(SinkPosition::isAhead).forEach(sink -> blocked.add(sink.name()));
        while (blockMore(blocked)) {
            // a sink that is blocked makes rows wait that block others
        }
        return blocked;
    }

    private boolean blockMore(Set<String> blocked) {
        boolean more = false;
        boolean waits = false;
        var open = new HashSet<>(severalSinks);
        open.removeAll(blocked);
        for (WaitingRow row : inSeveralSinks) {
            waits = waits || !canEnd(row, blocked);
            for (int i = 0; waits && i < row.tokens().size(); i++) {
                Optional<String> name = row.tokens().get(i).token().sink();
                if (name.isPresent() && open.remove(name.get()) && isCovered(row, i)) {
                    blocked.add(name.get());
                    more = true;
                }
            }
            if (open.isEmpty()) {
                break;
            }
        }
        return more;
    }

    private boolean canEnd(WaitingRow row, Set<String> blocked) {
        for (int i = 0; i < row.tokens().size(); i++) {
            Optional<String> name = row.tokens().get(i).token().sink();
            if (name.isPresent() && (blocked.contains(name.get()) || !isCovered(row, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isCovered(WaitingRow row, int token) {
        return sink(row.tokens().get(token).token().sink().orElseThrow())
                .isCovered(row.numbers().get(token));
    }

    private SinkPosition sink(String name) {
        SinkPosition sink = sinks.get(name);
        if (sink == null) {
            throw new IllegalStateException("no sink is called '" + name + "'");
        }
        return sink;
    }
}
