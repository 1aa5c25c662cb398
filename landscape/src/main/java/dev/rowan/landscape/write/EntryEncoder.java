package dev.rowan.landscape.write;

import dev.rowan.api.Reason;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Payload;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.landscape.record.Entry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns entries into events on the caller's thread: facts in columns, values as salted and hashed bytes.
final class EntryEncoder {
    private final Salts salts;

    EntryEncoder(Salts salts) {
        this.salts = salts;
    }

    Event encode(Entry entry) {
        return switch (entry) {
            case Entry.RowRead read ->
                rowRead(read.rowSeq(), Micros.of(read.at()), "read", read.position(), read.sourceId())
                        .with(payload(RowJson.write(read.row())));
            case Entry.RowUnreadable unreadable ->
                rowRead(
                                unreadable.rowSeq(),
                                Micros.of(unreadable.at()),
                                "unreadable",
                                unreadable.position(),
                                Optional.empty())
                        .with(payload(RowJson.writeValue(unreadable(unreadable.reason(), unreadable.raw()))));
            case Entry.StateOpened(Entry.StateKey key, var at) -> opened(key, Micros.of(at));
            case Entry.StateClosed closed -> closed(closed);
            case Entry.OutcomeReached reached -> outcome(reached);
            case Entry.CallIntended intended ->
                with(CallEvents.intended(intended), intended.request().map(dev.rowan.api.call.Payload::bytes));
            case Entry.CallEnded ended ->
                with(CallEvents.ended(ended), ended.reply().map(dev.rowan.api.call.Payload::bytes));
            case Entry.CallParked parked ->
                CallEvents.parked(parked).with(payload(parked.request().bytes()));
            case Entry.CallReused reused -> CallEvents.reused(reused);
            case Entry.BatchStepped stepped -> CallEvents.stepped(stepped);
            case Entry.SinkSynced synced -> RunEvents.sinkSynced(synced);
            case Entry.RunNoted(String type, var at, Map<String, @Nullable Object> facts) ->
                RunEvents.noted(type, at).with(payload(RowJson.writeValue(facts)));
        };
    }

    Payload payload(byte[] bytes) {
        return Payload.of(bytes, salts.next());
    }

    private Event with(Event event, Optional<byte[]> values) {
        return values.map(bytes -> event.with(payload(bytes))).orElse(event);
    }

    private static Event rowRead(long rowSeq, long time, String status, String position, Optional<String> sourceId) {
        return Event.of(
                EventTable.ROW_READ,
                time,
                rowSeq,
                status,
                StorableText.of(position),
                sourceId.map(StorableText::of).orElse(null));
    }

    private static Map<String, Object> unreadable(Reason reason, String raw) {
        var values = new LinkedHashMap<String, Object>();
        values.put("reason", reason.asMap());
        values.put("raw", StorableText.of(raw));
        return values;
    }

    private static Event opened(Entry.StateKey key, long at) {
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
                null);
    }

    private Event closed(Entry.StateClosed closed) {
        Entry.StateKey key = closed.key();
        Entry.Waits waits = closed.waits();
        boolean failed = closed.result() instanceof Entry.Result.Failed;
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
                waits.wireMicros());
        return with(event, VisitValues.of(closed.result()).write());
    }

    private static long outputs(Entry.Result result) {
        return switch (result) {
            case Entry.Result.Passed _ -> 1;
            case Entry.Result.Split split -> split.outputs().size();
            case Entry.Result.Failed _ -> 0;
        };
    }

    private static Event outcome(Entry.OutcomeReached reached) {
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
                reached.totalMicros());
    }
}
