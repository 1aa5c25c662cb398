package dev.rowan.landscape.fold;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.landscape.fold.VisitValues.JoinInputs;
import dev.rowan.landscape.resume.PendingRow.Branching;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.LostBranch;
import dev.rowan.landscape.resume.PendingRow.Passed;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import dev.rowan.landscape.resume.PendingRow.PastJoin;
import dev.rowan.landscape.resume.PendingRow.PastSplit;
import dev.rowan.landscape.resume.PendingRow.Token;
import dev.rowan.landscape.resume.PendingRow.TokenNode;
import dev.rowan.landscape.resume.PendingRow.Visited;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The position of each token of a row, computed from the row as read and its visits in the order recorded.
///
/// Owned by one thread.
public final class TokenPositions {
    private final Map<Integer, Token> byPart = new TreeMap<>();
    private final Map<TokenNode, PastFailure> failures = new LinkedHashMap<>();
    private final List<PastSplit> splits = new ArrayList<>(0);
    private final List<PastJoin> joins = new ArrayList<>(0);
    private final Set<TokenNode> visits = new HashSet<>(2);
    private final Set<Integer> cutOff = new HashSet<>(0);
    private boolean gone;

    /// A recorded visit; `values` is empty while it is open, or if they are `gone`.
    public record Visit(
            int part,
            int node,
            int attempt,
            Instant at,
            Optional<String> route,
            Optional<VisitValues> values,
            boolean gone) {}

    public TokenPositions(Row asRead) {
        byPart.put(0, new Token(0, asRead, Optional.empty(), Optional.empty()));
    }

    public void follow(Visit visit) {
        gone |= visit.gone();
        visits.add(new TokenNode(visit.part(), visit.node()));
        Token before = byPart.getOrDefault(
                visit.part(), new Token(visit.part(), Row.empty(), Optional.empty(), Optional.empty()));
        Optional<Row> passed = visit.values().flatMap(values -> values.passed(before.row()));
        visit.values().ifPresent(values -> join(visit, values));
        if (passed.isEmpty()) {
            stay(visit, before);
            return;
        }
        failures.remove(new TokenNode(visit.part(), visit.node()));
        VisitValues values = visit.values().orElseThrow();
        advance(
                visit,
                visit.part(),
                passed.get(),
                values instanceof VisitValues.Forked ? Optional.empty() : visit.route());
        Map<Integer, Row> children = values.children(before.row());
        List<String> branches = values instanceof VisitValues.Forked(var _, var labels, var _) ? labels : List.of();
        int ordinal = 0;
        for (Map.Entry<Integer, Row> child : children.entrySet()) {
            Optional<String> branch = ordinal < branches.size() ? Optional.of(branches.get(ordinal)) : Optional.empty();
            advance(visit, child.getKey(), child.getValue(), branch);
            ordinal++;
        }
        if (values.parentWaits()) {
            splits.add(new PastSplit(
                    visit.part(), visit.node(), visit.at(), passed.get(), List.copyOf(children.keySet())));
        }
        if (values instanceof VisitValues.Apart(var used, var _)) {
            for (int part : used) {
                Optional.ofNullable(byPart.get(part))
                        .ifPresent(
                                token -> advance(visit, part, VisitValues.withoutError(token.row()), Optional.empty()));
            }
        }
    }

    private void join(Visit visit, VisitValues values) {
        switch (values) {
            case VisitValues.Joined(var _, var used, var lost) ->
                joins.add(past(visit, visit.route().orElse(""), new JoinInputs(used, lost), false, false));
            case VisitValues.Apart(var used, var lost) ->
                joins.add(past(visit, visit.route().orElse(""), new JoinInputs(used, lost), true, false));
            case VisitValues.Failed(var reason, var _, var _, var inputs) ->
                inputs.ifPresent(got -> joins.add(past(visit, String.valueOf(reason.get("reason")), got, false, true)));
            case VisitValues.Unchanged _,
                    VisitValues.Changed _,
                    VisitValues.Whole _,
                    VisitValues.Split _,
                    VisitValues.Forked _ -> {
                // no join
            }
        }
    }

    private static PastJoin past(Visit visit, String trigger, JoinInputs got, boolean apart, boolean failed) {
        List<LostBranch> lost = got.lost().stream()
                .map(one -> new LostBranch(String.valueOf(one.get("branch")), String.valueOf(one.get("reason"))))
                .toList();
        return new PastJoin(visit.part(), visit.node(), trigger, got.used(), lost, apart, failed);
    }

    private void stay(Visit visit, Token before) {
        Optional<Visited> again = before.visited().filter(last -> last.node() == visit.node());
        int visits = Math.max(again.map(Visited::visits).orElse(0), visit.attempt());
        Optional<Failed> failed = visit.values().map(TokenPositions::failed);
        int ended = again.map(Visited::failures).orElse(0)
                + (failed.filter(Failed::isByTransform).isPresent() ? 1 : 0);
        Optional<PastFailure> cause = again.isPresent() ? again.get().cause() : failure(before);
        byPart.put(
                visit.part(),
                new Token(
                        visit.part(),
                        before.row(),
                        before.passed(),
                        Optional.of(new Visited(visit.node(), visits, ended, failed, cause))));
        failed.ifPresent(how -> failures.put(
                new TokenNode(visit.part(), visit.node()), new PastFailure(visit.part(), visit.node(), visits, how)));
    }

    /// The failure of a token that is at another node now.
    private static Optional<PastFailure> failure(Token before) {
        return before.visited()
                .flatMap(last -> last.failed()
                        .filter(Failed::isByTransform)
                        .map(failed -> new PastFailure(before.part(), last.node(), last.visits(), failed)));
    }

    private static Failed failed(VisitValues values) {
        return values instanceof VisitValues.Failed(var reason, boolean retryable, Verdict verdict, var _)
                ? new Failed(RecordedJson.reason(reason, retryable), verdict)
                : new Failed(Reason.of("no_rows", "the transform returned no row"), Verdict.FAILED);
    }

    /// A token ended in a group of an aggregate, which records no visit.
    public void enter(int part, int node) {
        visits.add(new TokenNode(part, node));
    }

    /// The join of a token closed without it.
    public void cutOff(int part) {
        cutOff.add(part);
    }

    private void advance(Visit visit, int part, Row output, Optional<String> route) {
        byPart.put(part, new Token(part, output, Optional.of(new Passed(visit.node(), route)), Optional.empty()));
    }

    /// Whether values were deleted, so that the tokens' values are unknown.
    public boolean isGone() {
        return gone;
    }

    /// The splits whose parent waits or has ended, and the joins that fired, in the order recorded.
    public Branching branching() {
        return new Branching(splits, joins, joins.isEmpty() ? Set.of() : visits, cutOff);
    }

    public boolean hasJoined() {
        return !joins.isEmpty();
    }

    public List<Token> tokens() {
        return new ArrayList<>(byPart.values());
    }

    /// The last finished visit of each token to each node, if it failed.
    public List<PastFailure> failures() {
        return new ArrayList<>(failures.values());
    }

    /// The part number of the next token split off this row.
    public int nextPart() {
        return byPart.keySet().stream().mapToInt(part -> part).max().orElse(0) + 1;
    }
}
