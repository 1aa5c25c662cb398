package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.JsonObjects;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A result of xAI, with its answer or an error with a code of gRPC or HTTP.
record XaiLine(OpenAiVariant flavour) implements LineFormat {
    private static final int CANCELLED = 1;

    @Override
    public String name() {
        return "results";
    }

    @Override
    public boolean holds(RowKind kind) {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
        return JsonObjects.object("batch_request_id", id, "batch_result", result(result));
    }

    private static Map<String, @Nullable Object> result(RowResult result) {
        return switch (result) {
            case RowResult.Done(var answered) ->
                JsonObjects.object("response", JsonObjects.object("chat_get_completion", answered.body()));
            case RowResult.Refused(var refusal) -> error(refusal.status(), refusal.message());
            case RowResult.NotRun(SimulatedJobState end) ->
                error(CANCELLED, end == SimulatedJobState.EXPIRED ? "The batch expired." : "The batch was cancelled.");
        };
    }

    private static Map<String, @Nullable Object> error(int code, String message) {
        return JsonObjects.object("error", JsonObjects.object("code", code, "message", message));
    }
}
