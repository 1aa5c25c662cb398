package dev.rowan.engine.transform;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.transform.RowWaiter.Answer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer that came too late, as recorded facts: it may have been billed.
final class LateResult {
    private LateResult() {}

    static Map<String, @Nullable Object> facts(TokenInfo token, String stateId, Answer answer) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("token_id", token.tokenId());
        facts.put("state_id", stateId);
        facts.put(
                "result",
                switch (answer) {
                    case Answer.Result(var result) -> described(result);
                    case Answer.Defect(var cause) -> Map.of("defect", String.valueOf(cause));
                });
        return facts;
    }

    private static Map<String, Object> described(TransformResult result) {
        return switch (result) {
            case TransformResult.Success(var row) -> Map.of("row", row.asMap());
            case TransformResult.SuccessMulti(var rows) ->
                Map.of("rows", rows.stream().map(Row::asMap).toList());
            case TransformResult.Error(var reason, var _) -> Map.of("error", reason.asMap());
        };
    }
}
