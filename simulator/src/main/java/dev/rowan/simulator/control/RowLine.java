package dev.rowan.simulator.control;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.json.JsonObjects;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The result of a row, and its bill.
record RowLine(String name, String service) implements LineFormat {

    @Override
    public boolean holds(RowKind kind) {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
        return switch (result) {
            case RowResult.Done(var answered) -> {
                Charge charge = Charge.batch(service, answered.model(), 1, answered.usage());
                yield JsonObjects.object(
                        "row", id,
                        "result", "succeeded",
                        "billed", true,
                        "model", charge.model(),
                        "input_tokens", charge.usage().input(),
                        "output_tokens", charge.usage().output(),
                        "usd", charge.cost().usd());
            }
            case RowResult.Refused(var refusal) ->
                JsonObjects.object("row", id, "result", "errored", "billed", false, "status", refusal.status());
            case RowResult.NotRun _ -> JsonObjects.object("row", id, "result", "not_run", "billed", false);
        };
    }
}
