package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Rows checked together, in order: clean ones unchanged, others with their reason. Only if none passed is it an
/// error.
record CheckedRows(List<Row> rows, List<CheckResult> ends, String marker) {
    private static final String BATCH_EMPTY = "batch_empty";
    private static final String ROW_COUNT = "row_count";

    /// The fields added for an empty list.
    static final List<String> EMPTY_FIELDS = List.of(BATCH_EMPTY, ROW_COUNT);

    CheckedRows {
        rows = List.copyOf(rows);
        ends = List.copyOf(ends);
        if (rows.size() != ends.size()) {
            throw new IllegalArgumentException(rows.size() + " rows cannot have " + ends.size() + " ends");
        }
    }

    TransformResult result() {
        if (rows.isEmpty()) {
            return TransformResult.success(Row.of(BATCH_EMPTY, true).with(ROW_COUNT, 0));
        }
        var marked = new ArrayList<Row>();
        var errors = new ArrayList<TransformResult.Error>();
        for (int i = 0; i < rows.size(); i++) {
            Optional<TransformResult.Error> error = error(i, ends.get(i));
            error.ifPresent(errors::add);
            Row row = rows.get(i);
            marked.add(
                    error.map(found -> row.with(marker, found.reason().asMap())).orElse(row));
        }
        return errors.size() == rows.size() ? allFailed(errors) : TransformResult.successMulti(marked);
    }

    private static Optional<TransformResult.Error> error(int index, CheckResult end) {
        return switch (end) {
            case CheckResult.Clean() -> Optional.empty();
            case CheckResult.Ended(var error) -> Optional.of(error);
            case CheckResult.Broken(var defect) ->
                Optional.of(new TransformResult.Error(
                        Reason.of(
                                        "unknown_error",
                                        "the row could not be checked: "
                                                + defect.getClass().getSimpleName())
                                .with("row_index", index),
                        Verdict.FAILED));
        };
    }

    /// Blocked if every row was, else failed.
    private static TransformResult allFailed(List<TransformResult.Error> errors) {
        Map<String, Integer> codes = new TreeMap<>();
        errors.forEach(error -> codes.merge(error.reason().code(), 1, Integer::sum));
        Reason reason = Reason.of("all_rows_failed", "none of the rows passed: " + summary(codes))
                .with(ROW_COUNT, errors.size());
        boolean blocked = errors.stream().allMatch(error -> error.verdict() == Verdict.BLOCKED);
        return blocked ? TransformResult.blocked(reason) : TransformResult.error(reason);
    }

    /// Such as `missing_field 1, prompt_injection_detected 2`.
    private static String summary(Map<String, Integer> codes) {
        return codes.entrySet().stream()
                .map(code -> code.getKey() + " " + code.getValue())
                .collect(Collectors.joining(", "));
    }
}
