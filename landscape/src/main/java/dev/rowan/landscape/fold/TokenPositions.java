package dev.rowan.landscape.fold;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.landscape.resume.PendingRow.Failed;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import dev.rowan.landscape.resume.PendingRow.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The position of each token of a row, computed from the row as read and its visits in the order recorded.
///
/// Owned by one thread.
public final class TokenPositions {
    private final Map<Integer, Token> byPart = new TreeMap<>();
    private final Map<TokenAtNode, PastFailure> failures = new LinkedHashMap<>();
    private boolean gone;

    /// A token at a node.
    private record TokenAtNode(int part, int node) {}

    /// A recorded visit; `values` is empty while it is open, or if they are `gone`.
    public record Visit(int part, int node, int attempt, Optional<VisitValues> values, boolean gone) {}

    public TokenPositions(Row asRead) {
        byPart.put(0, new Token(0, asRead, 0, 0, 0, Optional.empty()));
    }

    public void follow(Visit visit) {
        gone |= visit.gone();
        Token before = byPart.getOrDefault(
                visit.part(), new Token(visit.part(), Row.empty(), visit.node(), 0, 0, Optional.empty()));
        List<Row> outputs =
                visit.values().map(values -> values.outputs(before.row())).orElse(List.of());
        if (outputs.isEmpty()) {
            stay(visit, before);
            return;
        }
        failures.remove(new TokenAtNode(visit.part(), visit.node()));
        advance(visit, visit.part(), outputs.getFirst());
        if (visit.values().orElseThrow() instanceof VisitValues.Split(var _, var parts)) {
            for (int i = 0; i < parts.size() && i + 1 < outputs.size(); i++) {
                advance(visit, parts.get(i), outputs.get(i + 1));
            }
        }
    }

    private void stay(Visit visit, Token before) {
        boolean again = visit.node() == before.node();
        int visits = again ? Math.max(before.visits(), visit.attempt()) : visit.attempt();
        Optional<Failed> failed = visit.values().map(TokenPositions::failed);
        int ended = (again ? before.failures() : 0)
                + (failed.filter(Failed::isByTransform).isPresent() ? 1 : 0);
        byPart.put(visit.part(), new Token(visit.part(), before.row(), visit.node(), visits, ended, failed));
        failed.ifPresent(how -> failures.put(
                new TokenAtNode(visit.part(), visit.node()), new PastFailure(visit.part(), visit.node(), visits, how)));
    }

    private static Failed failed(VisitValues values) {
        return values instanceof VisitValues.Failed(var reason, boolean retryable, Verdict verdict)
                ? new Failed(RecordedJson.reason(reason, retryable), verdict)
                : new Failed(Reason.of("no_rows", "the transform returned no row"), Verdict.FAILED);
    }

    private void advance(Visit visit, int part, Row output) {
        byPart.put(part, new Token(part, output, visit.node() + 1, 0, 0, Optional.empty()));
    }

    /// Whether values were deleted, so that the tokens' values are unknown.
    public boolean isGone() {
        return gone;
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
