package dev.rowan.landscape.write;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RowOrigin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Encodes entries as events on the caller's thread: facts as columns, values as salted and hashed bytes.
final class EntryEncoder {
    private final Salts salts;

    EntryEncoder(Salts salts) {
        this.salts = salts;
    }

    Event encode(LogEntry entry) {
        return switch (entry) {
            case LogEntry.RowRead read ->
                rowRead(read.rowSeq(), Micros.of(read.at()), "read", read.position(), read.sourceId(), read.source())
                        .with(payload(RowJson.write(read.row())));
            case LogEntry.RowUnreadable unreadable ->
                rowRead(
                                unreadable.rowSeq(),
                                Micros.of(unreadable.at()),
                                "unreadable",
                                unreadable.position(),
                                Optional.empty(),
                                unreadable.source())
                        .with(payload(RowJson.writeValue(unreadable(unreadable.reason(), unreadable.raw()))));
            case LogEntry.RowDerived derived -> derived(derived);
            case LogEntry.GroupEnded ended ->
                Event.of(
                                EventTable.GROUP_END,
                                Micros.of(ended.at()),
                                (long) ended.node(),
                                ended.grp(),
                                ended.trigger(),
                                ended.members(),
                                ended.rows(),
                                ended.age().toNanos() / 1_000)
                        .with(payload(RowJson.write(Row.of("key", ended.key()))));
            case LogEntry.TokenMerged merged -> merged(merged);
            case LogEntry.StateOpened(LogEntry.StateKey key, var at) -> opened(key, Micros.of(at));
            case LogEntry.StateClosed closed -> closed(closed);
            case LogEntry.OutcomeReached reached -> outcome(reached);
            case LogEntry.CallIntended intended ->
                with(CallEvents.intended(intended), intended.request().map(dev.rowan.api.call.Payload::bytes));
            case LogEntry.CallEnded ended ->
                with(CallEvents.ended(ended), ended.reply().map(dev.rowan.api.call.Payload::bytes));
            case LogEntry.CallParked parked ->
                CallEvents.parked(parked).with(payload(parked.request().bytes()));
            case LogEntry.CallReused reused -> CallEvents.reused(reused);
            case LogEntry.BatchStepped stepped -> CallEvents.stepped(stepped);
            case LogEntry.SinkSynced synced -> RunEvents.sinkSynced(synced);
            case LogEntry.SplitDone done -> ChainEvents.done(done);
            case LogEntry.ChainsRead read -> ChainEvents.read(read);
            case LogEntry.RunNoted(String type, var at, Map<String, @Nullable Object> facts) ->
                RunEvents.noted(type, at).with(payload(RowJson.writeValue(facts)));
        };
    }

    EventPayload payload(byte[] bytes) {
        return EventPayload.of(bytes, salts.next());
    }

    private Event with(Event event, Optional<byte[]> values) {
        return values.map(bytes -> event.with(payload(bytes))).orElse(event);
    }

    private static Event rowRead(
            long rowSeq,
            long time,
            String status,
            String position,
            Optional<String> sourceId,
            Optional<String> source) {
        return Event.of(
                EventTable.ROW_READ,
                time,
                rowSeq,
                status,
                StorableText.of(position),
                sourceId.map(StorableText::of).orElse(null),
                source.map(StorableText::of).orElse(null),
                null,
                null,
                null);
    }

    private Event derived(LogEntry.RowDerived derived) {
        return Event.of(
                        EventTable.ROW_READ,
                        Micros.of(derived.at()),
                        derived.rowSeq(),
                        RowOrigin.DERIVED,
                        "group " + derived.grp(),
                        null,
                        null,
                        derived.grp(),
                        derived.parent().map(LogEntry.Member::rowSeq).orElse(null),
                        derived.parent().map(parent -> (long) parent.part()).orElse(null))
                .with(payload(RowJson.write(derived.row())));
    }

    private static Event merged(LogEntry.TokenMerged merged) {
        return Event.of(
                EventTable.OUTCOME,
                Micros.of(merged.at()),
                merged.rowSeq(),
                (long) merged.part(),
                Outcome.MERGED.word(),
                (long) merged.node(),
                null,
                null,
                merged.reorderMicros(),
                merged.sinkMicros(),
                merged.totalMicros(),
                merged.grp());
    }

    private static Map<String, Object> unreadable(Reason reason, String raw) {
        var values = new LinkedHashMap<String, Object>();
        values.put("reason", reason.asMap());
        values.put("raw", StorableText.of(raw));
        return values;
    }

    private static Event opened(LogEntry.StateKey key, long at) {
        return Event.of(
                EventTable.NODE_STATE,
                at,
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.attempt(),
                "open",
                at,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private Event closed(LogEntry.StateClosed closed) {
        LogEntry.StateKey key = closed.key();
        LogEntry.Waits waits = closed.waits();
        boolean failed = closed.result() instanceof LogEntry.Result.Failed
                || closed.result() instanceof LogEntry.Result.JoinFailed;
        Event event = Event.of(
                EventTable.NODE_STATE,
                Micros.of(closed.closed()),
                key.rowSeq(),
                (long) key.part(),
                (long) key.node(),
                (long) key.attempt(),
                failed ? "failed" : "completed",
                Micros.of(closed.opened()),
                outputs(closed.result()),
                waits.submitIndex(),
                waits.completeIndex(),
                waits.queueMicros(),
                waits.pacerMicros(),
                waits.permitMicros(),
                waits.wireMicros(),
                route(closed.result()));
        return with(event, VisitValues.of(closed.result()).write());
    }

    private static @Nullable String route(LogEntry.Result result) {
        return switch (result) {
            case LogEntry.Result.Routed routed -> StorableText.of(routed.route());
            case LogEntry.Result.Joined joined -> joined.trigger();
            case LogEntry.Result.Apart apart -> apart.trigger();
            case LogEntry.Result.Passed _,
                    LogEntry.Result.Split _,
                    LogEntry.Result.Forked _,
                    LogEntry.Result.Failed _,
                    LogEntry.Result.JoinFailed _ -> null;
        };
    }

    private static long outputs(LogEntry.Result result) {
        return switch (result) {
            case LogEntry.Result.Passed _, LogEntry.Result.Routed _ -> 1;
            case LogEntry.Result.Split split ->
                split.outputs().isEmpty() ? 0 : split.parts().size() + 1;
            case LogEntry.Result.Forked forked -> forked.parts().size() + 1;
            case LogEntry.Result.Joined _, LogEntry.Result.Apart _ -> 1;
            case LogEntry.Result.Failed _, LogEntry.Result.JoinFailed _ -> 0;
        };
    }

    private static Event outcome(LogEntry.OutcomeReached reached) {
        return Event.of(
                EventTable.OUTCOME,
                Micros.of(reached.at()),
                reached.rowSeq(),
                (long) reached.part(),
                reached.outcome().word(),
                reached.node().map(Integer::longValue).orElse(null),
                reached.reason().map(StorableText::of).orElse(null),
                reached.sink().map(StorableText::of).orElse(null),
                reached.reorderMicros(),
                reached.sinkMicros(),
                reached.totalMicros(),
                null);
    }
}
