package dev.rowan.engine.call;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow.InBatch;

/// A call that is to go through a batch service. `attempts` is how many it had, `worst` what the next may
/// cost at most, by the price of batches; `request` is the whole message as it is recorded; `past` how it
/// stands on record.
public record ParkedCall(CallKey key, int attempts, Usd worst, long tokens, Payload request, InBatch past) {}
