package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.State;
import dev.rowan.simulator.json.Json;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A line of the results of a message batch; every item has one, whatever became of it.
record ResultLine(Dialect dialect) implements LineFormat {

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
        return Json.object(
                "custom_id",
                id,
                "result",
                switch (result) {
                    case RowResult.Done(var answered) -> Json.object("type", "succeeded", "message", answered.body());
                    case RowResult.Refused(Refusal refusal) ->
                        Json.object("type", "errored", "error", dialect.error(refusal, row));
                    case RowResult.NotRun(State end) ->
                        Json.object("type", end == State.EXPIRED ? "expired" : "canceled");
                });
    }
}
