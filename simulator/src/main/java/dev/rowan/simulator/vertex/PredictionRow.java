package dev.rowan.simulator.vertex;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import org.jspecify.annotations.Nullable;

/// A line of a job: a `request`, with a `custom_id` if it is one of Claude.
record PredictionRow(VertexModelEndpoint models, String model) implements RowWork {
    /// The label by which Rowan finds a request of Gemini again.
    static final String ID_LABEL = "rowan_id";

    @Override
    public ServiceDialect dialect() {
        return models.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return models.publisher() == VertexModelEndpoint.Publisher.ANTHROPIC
                ? line.get("custom_id")
                : line.object("request")
                        .flatMap(request -> request.object("labels"))
                        .flatMap(labels -> labels.text(ID_LABEL))
                        .orElse(null);
    }

    @Override
    public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
        return models.answer(row.inner(row.request(), line.object("request").orElse(Fields.NONE)), model);
    }
}
