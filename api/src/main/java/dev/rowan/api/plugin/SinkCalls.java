package dev.rowan.api.plugin;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import java.util.List;
import java.util.Optional;

/// Sends the requests of a sink. Each is recorded under the sink's name before it is sent, waits for the rate
/// limiter and is retried according to the settings, like the calls of transforms.
@FunctionalInterface
public interface SinkCalls {

    /// A request for the row of `token`, or for a list of rows that it is the first of.
    record Request(TokenInfo token, Call call) {}

    /// Sends all requests concurrently, as far as the pool permits, and returns the results in the order of the
    /// requests. One that was answered before is not sent again. Empty for a request that was not completed because
    /// the run stops.
    List<Optional<CallResult>> sendAll(List<Request> requests) throws InterruptedException;
}
