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
            for (ReleasedToken token : tokens) {
                if (token.group().isPresent()) {
                    return true;
                }
            }
            return false;
        }
    }

    /// `count` rows of one group that completed as one token each in one sink, from row `first`, whose number in
    /// the sink is `number`. The times are those of the first.
    private static final class Range implements Entry {
        private final long group;
        private final Instant readAt;
        private final Instant endedAt;
        private final Instant at;
        private long turn;
        private long first;
        private long number;
        private int count = 1;

        Range(long turn, long group, long number, ReleasedToken token) {
            this.turn = turn;
            this.group = group;
            this.first = token.rowSeq();
            this.number = number;
            this.readAt = token.readAt();
            this.endedAt = token.endedAt();
            this.at = token.at();
        }

        /// Adds the row if it follows this range.
        boolean extend(long nextTurn, long nextGroup, long rowSeq, long nextNumber) {
            boolean follows = group == nextGroup
                    && turn + count == nextTurn
                    && first + count == rowSeq
                    && number + count == nextNumber;
            if (follows) {
                count++;
            }
            return follows;
        }

        void removeFirst(int some) {
            turn += some;
            first += some;
            number += some;
            count -= some;
        }
    }

    /// The tokens whose outcomes can be recorded, in the order of their release, and the sinks whose marks must be
    /// recorded with them.
    record Settled(List<ReleasedToken> tokens, List<SinkPosition> marks) {}

    /// Adds a row that is written; `numbers` are those of its tokens in their sinks, 0 without a sink.
    void add(List<ReleasedToken> tokens, List<Long> numbers) {
        long turn = ++turns;
        waiting++;
        ReleasedToken token = tokens.getFirst();
        if (tokens.size() == 1 && isPlain(token)) {
            addPlain(turn, token, numbers.getFirst());
        } else {
            add(new WaitingRow(turn, List.copyOf(tokens), List.copyOf(numbers)));
        }
    }

    /// Whether nothing but its number need be known of a row with this token only.
    private static boolean isPlain(ReleasedToken token) {
        return token.token().outcome() == Outcome.COMPLETED
                && token.token().sink().isPresent()
                && token.group().isEmpty()
                && token.refusal().isEmpty();
    }

    private void addPlain(long turn, ReleasedToken token, long number) {
        Deque<Entry> entries = entries(token.token().sink().orElseThrow());
        if (!(entries.peekLast() instanceof Range range && range.extend(turn, groups, token.rowSeq(), number))) {
            entries.add(new Range(turn, groups, number, token));
        }
    }

    private void add(WaitingRow row) {
        if (row.hasMember()) {
            members++;
        }
        Set<String> targets = new HashSet<>();
        row.tokens().forEach(token -> token.token().sink().ifPresent(targets::add));
        switch (targets.size()) {
            case 0 -> withoutSink.add(row);
            case 1 -> entries(targets.iterator().next()).add(row);
            default -> {
                inSeveralSinks.add(row);
                severalSinks.addAll(targets);
            }
        }
    }

    private Deque<Entry> entries(String sink) {
        return inOneSink.computeIfAbsent(sink, _ -> new ArrayDeque<>());
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
                    int some = (int) Math.clamp(sink.covered() - range.number + 1, 0L, (long) range.count);
                    for (int i = 0; i < some; i++) {
                        into.add(row(range, i, sink.name()));
                    }
                    if (some < range.count) {
                        range.removeFirst(some);
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
                range.turn + i,
                List.of(new ReleasedToken(
                        range.first + i,
                        range.readAt,
                        range.endedAt,
                        token,
                        OptionalLong.empty(),
                        true,
                        range.at,
                        Optional.empty())),
                List.of(range.number + i));
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
