package dev.rowan.api.call;

import java.util.List;

/// Sends a transform's calls for the current row. Each call is recorded before it is sent, waits for the rate
/// limiter, is retried according to the settings, and is paid for once.
///
/// A stored answer is returned without sending. When the run stops or its budget is used up, unsent calls are
/// aborted by an exception that a transform must not catch.
public interface Calls {

    CallResult send(Call call) throws InterruptedException;

    /// Sends all calls concurrently, as far as the pool permits, and returns the results in the order of the
    /// calls.
    List<CallResult> sendAll(List<Call> calls) throws InterruptedException;
}
