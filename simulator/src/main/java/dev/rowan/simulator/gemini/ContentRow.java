package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request of a batch: in a file it has a `key`, inline it has `metadata`, which is returned unchanged.
record ContentRow(GeminiGenerateEndpoint generate, String model, boolean inline) implements RowWork {

    @Override
    public ServiceDialect dialect() {
        return generate.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get(inline ? "metadata" : "key");
    }

    @Override
    public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
        HttpRequest request = HttpRequest.of("POST", "/v1beta/models/" + model + ":generateContent", List.of());
        return generate.answer(row.inner(request, line.object("request").orElse(Fields.NONE)));
    }
}
