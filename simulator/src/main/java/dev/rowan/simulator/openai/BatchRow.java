package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.RefusedException;
import org.jspecify.annotations.Nullable;

/// A line of an input: `custom_id`, `method`, `url` and `body`.
record BatchRow(Flavour flavour) implements RowWork {

    @Override
    public Dialect dialect() {
        return flavour.dialect();
    }

    @Override
    public @Nullable Object id(Fields line) {
        return line.get("custom_id");
    }

    @Override
    public Answered answer(Fields line, Ask row) throws RefusedException {
        return flavour.answers()
                .answer(line.text("url").orElse(""), line.object("body").orElse(Fields.NONE), row);
    }
}
