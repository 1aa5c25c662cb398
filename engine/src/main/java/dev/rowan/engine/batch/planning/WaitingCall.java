package dev.rowan.engine.batch.planning;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.LogEntry.CallKey;

/// A parked call that waits for a job. `bytes` is the size of its body. `again` means that it was recorded as
/// parked before its row arrived, so it may be in a job by now.
public record WaitingCall(CallKey key, int attempts, Usd worst, long tokens, int bytes, boolean again) {}
