package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A line of the output file, or of the error file.
record BatchLine(OpenAiVariant flavour, boolean errors) implements LineFormat {

    @Override
    public String name() {
        return errors ? "errors" : "output";
    }

    @Override
    public boolean holds(RowKind kind) {
        return errors != (kind == RowKind.DONE);
    }

    @Override
    public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
        Map<String, @Nullable Object> line = JsonObjects.object();
        if (!flavour.azure()) {
            line.put("id", row.id("batch_req_"));
        }
        line.put("custom_id", id);
        line.put("response", response(row, result));
        line.put("error", error(result));
        return line;
    }

    private @Nullable Map<String, @Nullable Object> response(Seed row, RowResult result) {
        return switch (result) {
            case RowResult.Done(var answered) -> response(row, 200, answered.body());
            case RowResult.Refused(Refusal refusal) ->
                response(row, refusal.status(), flavour.dialect().error(refusal, row));
            case RowResult.NotRun _ -> null;
        };
    }

    private static Map<String, @Nullable Object> response(Seed row, int status, Map<String, @Nullable Object> body) {
        return JsonObjects.object("status_code", status, "request_id", row.id("req_"), "body", body);
    }

    private static @Nullable Map<String, @Nullable Object> error(RowResult result) {
        return switch (result) {
            case RowResult.NotRun(SimulatedJobState end) ->
                end == SimulatedJobState.EXPIRED
                        ? JsonObjects.object(
                                "code",
                                "batch_expired",
                                "message",
                                "This request could not be executed before the completion window expired.")
                        : JsonObjects.object(
                                "code",
                                "batch_cancelled",
                                "message",
                                "This request was not executed because the batch was cancelled.");
            case RowResult.Done _, RowResult.Refused _ -> null;
        };
    }
}
