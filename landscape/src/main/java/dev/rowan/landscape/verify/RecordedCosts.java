package dev.rowan.landscape.verify;

import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.List;

/// What the services executed and charged, by their own account. A simulator has one; providers do not report it
/// per call.
public interface RecordedCosts {

    /// The number of requests executed for this call.
    long carriedOut(BilledCall call);

    /// The number of requests executed in total, which reveals those that belong to no call.
    long all();

    /// A call in the landscape: its `call_key`, the parts of that key, and the services' ids of its answered
    /// requests.
    record BilledCall(String callKey, CallKey key, List<String> requestIds) {}
}
