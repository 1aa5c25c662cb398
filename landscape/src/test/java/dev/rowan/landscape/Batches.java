package dev.rowan.landscape;

import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Records of calls through a batch service.
public final class Batches {
    public static final long TOKENS = 250;

    private Batches() {}

    public static LogEntry.CallParked parked(long rowSeq, int number) {
        return parked(Calls.key(rowSeq, number));
    }

    public static LogEntry.CallParked parked(CallKey key) {
        return new LogEntry.CallParked(key, Samples.T.plusMillis(1), Calls.WORST, TOKENS, Calls.REQUEST);
    }

    public static LogEntry.BatchStepped step(long job, String step, Map<String, @Nullable Object> facts) {
        return new LogEntry.BatchStepped(job, step, Samples.T.plusMillis(2), facts);
    }

    public static LogEntry.CallIntended item(CallKey key, int attempt, long job, int item) {
        return new LogEntry.CallIntended(
                key,
                attempt,
                Samples.T.plusMillis(2),
                Calls.WORST,
                Optional.empty(),
                Optional.of(new BatchItemRef(job, item)));
    }

    /// A plan of these calls, in this order, all with this attempt.
    public static List<LogEntry> planned(long job, int attempt, List<CallKey> calls) {
        var plan = new ArrayList<LogEntry>();
        plan.add(step(job, "planned", Map.of("provider", "openai", "items", (long) calls.size())));
        for (int i = 0; i < calls.size(); i++) {
            plan.add(item(calls.get(i), attempt, job, i));
        }
        return plan;
    }

    public static LogEntry.CallEnded ended(CallKey key, int attempt, CallState state, long job) {
        LogEntry.CallEnded end = Calls.ended(key.rowSeq(), key.number(), attempt, state);
        boolean rejected = state == CallState.REJECTED;
        return new LogEntry.CallEnded(
                key,
                attempt,
                end.at(),
                state,
                rejected ? "expired" : end.disposition(),
                rejected ? OptionalInt.empty() : end.status(),
                end.usage(),
                end.cost(),
                end.costKnown(),
                end.times(),
                end.requestId(),
                end.reply(),
                OptionalLong.of(job));
    }

    /// The steps of a job from its plan until its results are available.
    public static List<LogEntry> sent(long job, String batchId) {
        return List.of(
                step(job, "upload_intent", Map.of()),
                step(job, "uploaded", Map.of("file", "file-" + job)),
                step(job, "create_intent", Map.of("tag", "t" + job)),
                step(job, "created", Map.of("batch_id", batchId, "status", "validating")),
                step(job, "polled", Map.of("status", "in_progress", "polls", 1L)),
                step(job, "ended", Map.of("status", "completed")),
                step(job, "downloaded", Map.of()));
    }

    public static LogEntry.BatchStepped settled(long job, long succeeded, long expired) {
        return step(
                job,
                "settled",
                Map.of(
                        "counts",
                        Map.of(
                                "succeeded",
                                succeeded,
                                "errored",
                                0L,
                                "expired",
                                expired,
                                "cancelled",
                                0L,
                                "missing",
                                0L)));
    }
}
