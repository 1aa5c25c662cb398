package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An item of a message batch: `custom_id` and `params`, which are a messages request in the version of the batch.
record MessageRow(AnthropicMessages messages, String version) implements RowWork {

    @Override
    public Dialect dialect() {
        return messages.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get("custom_id");
    }

    @Override
    public Answered answer(Fields line, Ask row) throws RefusedException {
        Fields params = line.object("params").orElse(Fields.NONE);
        if (params.has("speed")) {
            throw AnthropicDialect.invalid("speed: not supported in message batches")
                    .thrown();
        }
        Request request = Request.of("POST", "/v1/messages", List.of(new Header("anthropic-version", version)));
        Answered answered = messages.answer(row.inner(request, params));
        Fields usage = Fields.of(answered.body().get("usage")).orElse(Fields.NONE);
        var inBatch = new LinkedHashMap<String, @Nullable Object>(usage.all());
        inBatch.put("service_tier", "batch");
        answered.body().put("usage", inBatch);
        return answered;
    }
}
