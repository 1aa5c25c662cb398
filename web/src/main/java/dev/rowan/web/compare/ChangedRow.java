package dev.rowan.web.compare;

import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries.RowResult;
import dev.rowan.landscape.RowQueries.TokenResult;
import dev.rowan.landscape.history.RunSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A change with the row's result in both runs.
record ChangedRow(
        RowChangeList.IndexedChange placed, Optional<RowResult> a, Optional<RowResult> b, List<Field> fields) {

    /// A field that differs, with its value in each run as JSON, where it has one.
    record Field(int part, String name, Optional<String> a, Optional<String> b) {}

    static ChangedRow of(RowChangeList.IndexedChange placed, RunSummary a, RunSummary b, LandscapeReader reader) {
        Optional<RowResult> rowA = row(a, placed.change().rowA(), reader);
        Optional<RowResult> rowB = row(b, placed.change().rowB(), reader);
        return new ChangedRow(
                placed, rowA, rowB, rowA.isPresent() && rowB.isPresent() ? fields(rowA.get(), rowB.get()) : List.of());
    }

    private static Optional<RowResult> row(RunSummary run, long row, LandscapeReader reader) {
        return row == 0
                ? Optional.empty()
                : reader.rows().results(run.runId(), row - 1, 1).stream()
                        .filter(result -> result.rowSeq() == row)
                        .findFirst();
    }

    /// The id that the source gave it, if it gave one.
    Optional<String> sourceId() {
        return a.flatMap(RowResult::sourceId).or(() -> b.flatMap(RowResult::sourceId));
    }

    /// The outcome of each part: `completed to output`.
    static String ended(Optional<RowResult> row) {
        if (row.isEmpty()) {
            return "absent";
        }
        List<TokenResult> tokens = row.get().tokens();
        return tokens.isEmpty()
                ? "open"
                : String.join("; ", tokens.stream().map(ChangedRow::ended).toList());
    }

    private static String ended(TokenResult token) {
        return (token.part() > 0 ? "part " + token.part() + " " : "")
                + token.outcome().orElse("open")
                + token.reason().map(reason -> " (" + reason + ")").orElse("")
                + token.sink().map(sink -> " to " + sink).orElse("");
    }

    static List<Field> fields(RowResult a, RowResult b) {
        var fields = new ArrayList<Field>();
        Set<Integer> parts = new TreeSet<>();
        a.tokens().forEach(token -> parts.add(token.part()));
        b.tokens().forEach(token -> parts.add(token.part()));
        for (int part : parts) {
            Optional<Row> left = values(a, part);
            Optional<Row> right = values(b, part);
            Set<String> names = new LinkedHashSet<>();
            left.ifPresent(row -> names.addAll(row.names().list()));
            right.ifPresent(row -> names.addAll(row.names().list()));
            for (String name : names) {
                Optional<String> before = value(left, name);
                Optional<String> after = value(right, name);
                if (!before.equals(after)) {
                    fields.add(new Field(part, name, before, after));
                }
            }
        }
        return fields;
    }

    private static Optional<Row> values(RowResult row, int part) {
        return row.tokens().stream()
                .filter(token -> token.part() == part)
                .findFirst()
                .flatMap(TokenResult::values);
    }

    private static Optional<String> value(Optional<Row> row, String name) {
        return row.filter(values -> values.has(name)).map(values -> RowDigest.text(values.get(name)));
    }
}
