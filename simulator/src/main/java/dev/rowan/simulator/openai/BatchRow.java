package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import org.jspecify.annotations.Nullable;

/// A line of an input: `custom_id`, `method`, `url` and `body`.
record BatchRow(OpenAiVariant flavour) implements RowWork {

    @Override
    public ServiceDialect dialect() {
        return flavour.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get("custom_id");
    }

    @Override
    public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
        return flavour.answers()
                .answer(
                        line.text("url").orElse("/v1/chat/completions"),
                        line.object("body").orElse(Fields.NONE),
                        row);
    }
}
