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

/// How far each token of a row came, followed from the row as it was read through its visits in the order recorded.
///
/// Owned by one thread.
public final class TokenPositions {
    private final Map<Integer, Token> byPart = new TreeMap<>();
    private final Map<Place, PastFailure> failures = new LinkedHashMap<>();
    private boolean gone;

    /// A token at a node.
    private record Place(int part, int node) {}

    /// A visit as it was recorded; `values` is empty while it is open, or when they are `gone`.
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
            stayed(visit, before);
            return;
        }
        failures.remove(new Place(visit.part(), visit.node()));
        passed(visit, visit.part(), outputs.getFirst());
        if (visit.values().orElseThrow() instanceof VisitValues.Split(var _, var parts)) {
            for (int i = 0; i < parts.size() && i + 1 < outputs.size(); i++) {
                passed(visit, parts.get(i), outputs.get(i + 1));
            }
        }
    }

    private void stayed(Visit visit, Token before) {
        boolean again = visit.node() == before.node();
        int visits = again ? Math.max(before.visits(), visit.attempt()) : visit.attempt();
        Optional<Failed> failed = visit.values().map(TokenPositions::failed);
        int ended = (again ? before.failures() : 0)
                + (failed.filter(Failed::isByTransform).isPresent() ? 1 : 0);
        byPart.put(visit.part(), new Token(visit.part(), before.row(), visit.node(), visits, ended, failed));
        failed.ifPresent(how -> failures.put(
                new Place(visit.part(), visit.node()), new PastFailure(visit.part(), visit.node(), visits, how)));
    }

    private static Failed failed(VisitValues values) {
        return values instanceof VisitValues.Failed(var reason, boolean retryable, Verdict verdict)
                ? new Failed(RecordedJson.reason(reason, retryable), verdict)
                : new Failed(Reason.of("no_rows", "the transform returned no row"), Verdict.FAILED);
    }

    private void passed(Visit visit, int part, Row output) {
        byPart.put(part, new Token(part, output, visit.node() + 1, 0, 0, Optional.empty()));
    }

    /// Whether values on the way were deleted, so that nobody can tell what the tokens carry.
    public boolean isGone() {
        return gone;
    }

    public List<Token> tokens() {
        return new ArrayList<>(byPart.values());
    }

    /// The last visit that has ended of each token to each node, where it failed.
    public List<PastFailure> failures() {
        return new ArrayList<>(failures.values());
    }

    /// The number that the next token made of this row gets.
    public int nextPart() {
        return byPart.keySet().stream().mapToInt(part -> part).max().orElse(0) + 1;
    }
}
