package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A result line of a message batch; every item has one, whatever its outcome.
record ResultLine(ServiceDialect dialect) implements LineFormat {

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
        return JsonObjects.object(
                "custom_id",
                id,
                "result",
                switch (result) {
                    case RowResult.Done(var answered) ->
                        JsonObjects.object("type", "succeeded", "message", answered.body());
                    case RowResult.Refused(Refusal refusal) ->
                        JsonObjects.object("type", "errored", "error", dialect.error(refusal, row));
                    case RowResult.NotRun(SimulatedJobState end) ->
                        JsonObjects.object("type", end == SimulatedJobState.EXPIRED ? "expired" : "canceled");
                });
    }
}
