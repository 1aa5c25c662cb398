package dev.rowan.landscape.write;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.LogEntry;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Encodes calls as columns. What a provider did not count is null, not zero.
final class CallEvents {
    private CallEvents() {}

    static Event reused(LogEntry.CallReused reused) {
        LogEntry.CallKey key = reused.key();
        LogEntry.CallKey cited = reused.cited().key();
        return Event.of(
                EventTable.CALL_REUSED,
                Micros.of(reused.at()),
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.generation(),
                (long) key.number(),
                key.requestSha256(),
                reused.cited().runId(),
                cited.rowSeq(),
                (long) cited.part(),
                (long) cited.node(),
                (long) cited.generation(),
                (long) cited.number(),
                reused.account().orElse(null),
                reused.answer().shared() ? 1L : null,
                reused.answer().at().map(Micros::of).orElse(null),
                reused.answer().cost().map(Usd::pico).orElse(null));
    }

    static Event intended(LogEntry.CallIntended intended) {
        LogEntry.CallKey key = intended.key();
        return Event.of(
                EventTable.CALL_INTENT,
                Micros.of(intended.at()),
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.generation(),
                (long) key.number(),
                (long) intended.attempt(),
                key.requestSha256(),
                intended.worst().pico(),
                intended.batch().map(LogEntry.BatchItemRef::job).orElse(null),
                intended.batch().map(place -> (long) place.item()).orElse(null),
                intended.wireSha256().orElse(null));
    }

    static Event parked(LogEntry.CallParked parked) {
        LogEntry.CallKey key = parked.key();
        return Event.of(
                EventTable.CALL_PARKED,
                Micros.of(parked.at()),
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.generation(),
                (long) key.number(),
                key.requestSha256(),
                parked.worst().pico(),
                parked.tokens());
    }

    static Event stepped(LogEntry.BatchStepped stepped) {
        return Event.of(
                EventTable.BATCH_JOB,
                Micros.of(stepped.at()),
                stepped.job(),
                StorableText.of(stepped.step()),
                RecordedJson.text(stepped.facts()));
    }

    static Event ended(LogEntry.CallEnded ended) {
        LogEntry.CallKey key = ended.key();
        Usage usage = ended.usage();
        LogEntry.CallTimes times = ended.times();
        Billing billing = ended.billing();
        return Event.of(
                EventTable.CALL_END,
                Micros.of(ended.at()),
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.generation(),
                (long) key.number(),
                (long) ended.attempt(),
                ended.state().word(),
                StorableText.of(ended.disposition()),
                status(ended),
                usage.input().orElse(null),
                usage.cachedInput().orElse(null),
                usage.cacheWrites().orElse(null),
                usage.output().orElse(null),
                usage.reasoning().orElse(null),
                ended.cost().pico(),
                ended.costKnown() ? 1L : 0L,
                times.pacerMicros(),
                times.permitMicros(),
                times.wireMicros(),
                times.firstByteMicros(),
                ended.requestId().map(StorableText::of).orElse(null),
                ended.job().isPresent() ? (Long) ended.job().getAsLong() : null,
                written(usage, CacheWrites::halfHour),
                written(usage, CacheWrites::hour),
                text(billing.tierAsked()),
                text(billing.tierServed()),
                text(billing.model()),
                text(billing.price()),
                billing.basis().map(Billing.Basis::word).orElse(null));
    }

    /// Null for none, as in most calls: only the total is recorded then.
    private static @Nullable Long written(Usage usage, ToLongFunction<CacheWrites> life) {
        long tokens = usage.writes().map(life::applyAsLong).orElse(0L);
        return tokens == 0 ? null : (Long) tokens;
    }

    private static @Nullable String text(Optional<String> fact) {
        return fact.map(StorableText::of).orElse(null);
    }

    private static @Nullable Long status(LogEntry.CallEnded ended) {
        return ended.status().isPresent() ? (Long) (long) ended.status().getAsInt() : null;
    }
}
