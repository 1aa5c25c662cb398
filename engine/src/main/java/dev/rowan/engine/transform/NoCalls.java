package dev.rowan.engine.transform;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import java.util.List;

/// The calls of a transform that declared none.
public record NoCalls(String node) implements Calls {

    @Override
    public CallResult send(Call call) {
        throw new IllegalStateException("'" + node + "' calls a service but its plugin does not declare CALLS_OUT");
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) {
        throw new IllegalStateException("'" + node + "' calls services but its plugin does not declare CALLS_OUT");
    }
}
