package dev.rowan.landscape.fold;

import dev.rowan.api.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The values of one row's tokens, computed from the row as read and its visits in the order recorded.
///
/// Owned by one thread.
public final class TokenValues {
    private final Map<Integer, Row> byPart = new TreeMap<>();

    public TokenValues(Row asRead) {
        byPart.put(0, asRead);
    }

    /// The current values of the token; empty if none are recorded.
    public Optional<Row> of(int part) {
        return Optional.ofNullable(byPart.get(part));
    }

    /// Applies a finished visit and returns its output rows.
    public List<Row> follow(int part, VisitValues values) {
        Row input = byPart.getOrDefault(part, Row.empty());
        List<Row> outputs = values.outputs(input);
        values.passed(input).ifPresent(row -> byPart.put(part, row));
        byPart.putAll(values.children(input));
        if (values instanceof VisitValues.Apart(var used, var _)) {
            used.forEach(token -> byPart.computeIfPresent(token, (_, row) -> VisitValues.withoutError(row)));
        }
        return outputs;
    }

    public Map<Integer, Row> byPart() {
        return Map.copyOf(byPart);
    }
}
