package dev.rowan.engine.transform;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.transform.RowWaiter.Answer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer that came too late, as values for the record: it may have been paid for.
final class LateResult {
    private LateResult() {}

    static Map<String, @Nullable Object> describe(Answer answer) {
        return switch (answer) {
            case Answer.Result(var result) -> describe(result);
            case Answer.Defect(var cause) ->
                Row.of("defect", String.valueOf(cause)).asMap();
        };
    }

    private static Map<String, @Nullable Object> describe(TransformResult result) {
        return switch (result) {
            case TransformResult.Success(var row) -> Row.of("row", row.asMap()).asMap();
            case TransformResult.SuccessMulti(var rows) -> {
                List<Map<String, @Nullable Object>> values =
                        rows.stream().map(Row::asMap).toList();
                yield Row.of("rows", values).asMap();
            }
            case TransformResult.Error(var reason, var _) ->
                Row.of("error", reason.asMap()).asMap();
        };
    }
}
