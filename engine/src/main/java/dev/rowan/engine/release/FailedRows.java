package dev.rowan.engine.release;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.ErrorField;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the rows of error sinks. `runId` is the run that they name.
record FailedRows(String runId) {

    /// The values with the reason of their failure.
    Row withError(Row values, long rowSeq, TokenOutcome.Failure failure) {
        Map<String, @Nullable Object> error = ErrorField.of(failure.nodeName(), failure.reason());
        error.put("attempts", failure.attempts());
        error.put("run", runId);
        error.put("row_seq", rowSeq);
        return values.with(ErrorField.NAME, error);
    }
}
