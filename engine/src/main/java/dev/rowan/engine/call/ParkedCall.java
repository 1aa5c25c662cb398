package dev.rowan.engine.call;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.util.List;

/// A call for a batch service. `attempts` is its number of attempts so far, `worst` the maximum cost of the next at
/// batch prices; `request` is the message as the batch service gets it; `past` its recorded state.
public record ParkedCall(
        CallKey key,
        int attempts,
        Usd worst,
        long tokens,
        Payload request,
        List<Attachment> attachments,
        InBatch past) {
    public ParkedCall {
        attachments = List.copyOf(attachments);
    }
}
