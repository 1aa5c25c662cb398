package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A response in a file, or inline; failed requests are among them.
record ResponseLine(boolean inline) implements LineFormat {

    @Override
    public String name() {
        return "responses";
    }

    @Override
    public boolean holds(RowKind kind) {
        return kind != RowKind.NOT_RUN;
    }

    @Override
    public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
        Map<String, @Nullable Object> line = JsonObjects.object();
        if (id != null) {
            line.put(inline ? "metadata" : "key", id);
        }
        switch (result) {
            case RowResult.Done(var answered) -> line.put("response", answered.body());
            case RowResult.Refused(Refusal refusal) ->
                line.put("error", JsonObjects.object("code", code(refusal), "message", refusal.message()));
            case RowResult.NotRun _ ->
                line.put("error", JsonObjects.object("code", 1, "message", "The batch has ended."));
        }
        return line;
    }

    /// The code of google.rpc for a refusal.
    static int code(Refusal refusal) {
        return switch (refusal.type()) {
            case "INVALID_ARGUMENT" -> 3;
            case "DEADLINE_EXCEEDED" -> 4;
            case "NOT_FOUND" -> 5;
            case "PERMISSION_DENIED" -> 7;
            case "RESOURCE_EXHAUSTED" -> 8;
            case "UNAVAILABLE" -> 14;
            case "UNAUTHENTICATED" -> 16;
            default -> refusal.status() < 500 ? 3 : 13;
        };
    }
}
