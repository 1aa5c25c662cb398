package dev.rowan.landscape.history;

import dev.rowan.landscape.record.CallCost;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A token of a row with its visits, and the tokens that they made of it. `label` is its branch, or its number among
/// the
/// rows of an expansion; empty for the row itself.
///
/// Where no join closes an expansion, the token continues as its first branch and has no end of its own.
public record TokenTree(int part, String label, List<Step> steps, Optional<RowHistory.End> end) {
    public TokenTree {
        steps = List.copyOf(steps);
    }

    /// A visit and the tokens that it made.
    public record Step(RowHistory.Visit visit, List<TokenTree> branches) {
        public Step {
            branches = List.copyOf(branches);
        }
    }

    /// The tokens of a row; empty if it has only one, or if the record does not tell where each comes from: its
    /// values were deleted.
    public static Optional<TokenTree> of(RowHistory row) {
        if (row.visits().stream().allMatch(visit -> visit.branching().children().isEmpty())) {
            return Optional.empty();
        }
        var builder = new Builder(row);
        TokenTree tree = builder.token(0, "");
        return builder.isComplete() ? Optional.of(tree) : Optional.empty();
    }

    /// This token and all that were made of it.
    public Stream<TokenTree> tokens() {
        return Stream.concat(Stream.of(this), branches().flatMap(TokenTree::tokens));
    }

    private Stream<TokenTree> branches() {
        return steps.stream().flatMap(step -> step.branches().stream());
    }

    private Stream<CallHistory.End> attempts() {
        return tokens().flatMap(token -> token.steps().stream())
                .flatMap(step -> step.visit().calls().stream())
                .flatMap(call -> call.attempts().stream())
                .flatMap(attempt -> attempt.end().stream());
    }

    /// The calls of this token and of all that were made of it.
    public long calls() {
        return tokens().flatMap(token -> token.steps().stream())
                .mapToLong(step -> step.visit().calls().size())
                .sum();
    }

    /// The cost of those calls.
    public CallCost cost() {
        return attempts().map(CallHistory.End::callCost).reduce(CallCost.NONE, CallCost::plus);
    }

    /// Builds the tree; owned by one thread.
    private static final class Builder {
        private final Map<Integer, Deque<RowHistory.Visit>> visits = new HashMap<>();
        private final Map<Integer, RowHistory.End> ends = new HashMap<>();

        Builder(RowHistory row) {
            row.visits()
                    .forEach(visit -> visits.computeIfAbsent(visit.part(), _ -> new ArrayDeque<>())
                            .add(visit));
            row.ends().forEach(end -> ends.put(end.part(), end));
        }

        TokenTree token(int part, String label) {
            Deque<RowHistory.Visit> open = visits.getOrDefault(part, new ArrayDeque<>());
            var steps = new ArrayList<Step>();
            while (!open.isEmpty()) {
                RowHistory.Visit visit = open.poll();
                RowHistory.Branching made = visit.branching();
                var branches = new ArrayList<TokenTree>();
                if (!made.children().isEmpty() && !made.parentWaits()) {
                    branches.add(token(part, "1"));
                }
                made.children().forEach(child -> branches.add(token(child.part(), child.label())));
                steps.add(new Step(visit, branches));
            }
            return new TokenTree(part, label, steps, Optional.ofNullable(ends.remove(part)));
        }

        boolean isComplete() {
            return ends.isEmpty() && visits.values().stream().allMatch(Deque::isEmpty);
        }
    }
}
