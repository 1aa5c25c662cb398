package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request of a batch: in a file it has a `key`, inline it has `metadata`, which comes back as it is.
record ContentRow(GeminiGenerate generate, String model, boolean inline) implements RowWork {

    @Override
    public Dialect dialect() {
        return generate.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get(inline ? "metadata" : "key");
    }

    @Override
    public Answered answer(Fields line, Ask row) throws RefusedException {
        Request request = Request.of("POST", "/v1beta/models/" + model + ":generateContent", List.of());
        return generate.answer(row.inner(request, line.object("request").orElse(Fields.NONE)));
    }
}
