package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An item of a message batch: `custom_id` and `params`, which are a messages request in the version of the batch.
record MessageRow(AnthropicMessagesEndpoint messages, String version) implements RowWork {

    @Override
    public ServiceDialect dialect() {
        return messages.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get("custom_id");
    }

    @Override
    public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
        Fields params = line.object("params").orElse(Fields.NONE);
        if (params.has("speed")) {
            throw AnthropicDialect.invalid("speed: not supported in message batches")
                    .thrown();
        }
        HttpRequest request = HttpRequest.of("POST", "/v1/messages", List.of(new Header("anthropic-version", version)));
        ModelReply answered = messages.answer(row.inner(request, params));
        Fields usage = Fields.of(answered.body().get("usage")).orElse(Fields.NONE);
        var inBatch = new LinkedHashMap<String, @Nullable Object>(usage.all());
        inBatch.put("service_tier", "batch");
        answered.body().put("usage", inBatch);
        return answered;
    }
}
