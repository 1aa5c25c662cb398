package dev.rowan.telemetry.name;

import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.Optional;

/// The `error.type` of an attempt: its HTTP status if that is an error, otherwise the recorded disposition.
public final class ErrorType {
    private ErrorType() {}

    public static Optional<String> of(CallEnded end) {
        boolean fine = end.state() == CallState.ANSWERED && end.disposition().equals(Disposition.ANSWERED.word());
        if (fine) {
            return Optional.empty();
        }
        return end.status().isPresent() && end.status().getAsInt() / 100 != 2
                ? Optional.of(Integer.toString(end.status().getAsInt()))
                : Optional.of(end.disposition());
    }
}
