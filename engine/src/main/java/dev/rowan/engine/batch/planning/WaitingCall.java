package dev.rowan.engine.batch.planning;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.LogEntry.CallKey;

/// A parked call that waits for a job. `bytes` is the size of its body. `again` says that it was on record as
/// parked when its row came, so that it may be in a job since.
public record WaitingCall(CallKey key, int attempts, Usd worst, long tokens, int bytes, boolean again) {}
