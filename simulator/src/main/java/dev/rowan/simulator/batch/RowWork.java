package dev.rowan.simulator.batch;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import org.jspecify.annotations.Nullable;

/// How a provider reads a row of a batch and has it answered: by the same code that answers in real time.
public interface RowWork {

    ServiceDialect dialect();

    /// The name by which the owner knows the row.
    @Nullable
    Object id(Fields line);

    /// The request that stands in `line`; `row` has no request of its own yet.
    ModelReply answer(Fields line, EndpointRequest row) throws RefusedException;
}
