package dev.rowan.landscape.verify;

import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.List;

/// What the services carried out and charged for, by their own books. A simulator has one; a provider does not show
/// it call by call.
public interface RecordedCosts {

    /// How many requests were carried out for this call.
    long carriedOut(BilledCall call);

    /// How many were carried out in all, so that one that belongs to no call shows.
    long all();

    /// A call as the landscape knows it: its `call_key`, what that is made of, and the services' ids of its requests
    /// that came back.
    record BilledCall(String callKey, CallKey key, List<String> requestIds) {}
}
