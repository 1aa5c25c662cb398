package dev.rowan.api.call;

import java.util.List;

/// A transform's way to its service, for the row in its hands. Each call is recorded before it is sent, waits its turn
/// in the service's pacer, is tried again as the settings say, and is paid for once.
///
/// A stored answer is returned without sending. When the run stops, or its budget is used up, the calls that were not
/// sent are broken off by an exception that a transform lets pass.
public interface Calls {

    CallResult send(Call call) throws InterruptedException;

    /// Sends all at once, as far as the pool has room, and gives the results in the order of the calls.
    List<CallResult> sendAll(List<Call> calls) throws InterruptedException;
}
