package dev.rowan.simulator.batch;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.RefusedException;
import org.jspecify.annotations.Nullable;

/// How a provider reads a row of a batch and has it answered: by the same code that answers in real time.
public interface RowWork {

    Dialect dialect();

    /// The name by which the owner knows the row.
    @Nullable
    Object id(Fields line);

    /// The request that stands in `line`; `row` has no request of its own yet.
    Answered answer(Fields line, Ask row) throws RefusedException;
}
