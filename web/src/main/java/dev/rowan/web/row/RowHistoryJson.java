package dev.rowan.web.row;

import dev.rowan.api.Row;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.Waits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The life of a row for machines: as `rowan explain --json` tells it, times in seconds. Long messages are
/// cut, with the address of the whole.
final class RowHistoryJson {
    private static final double MICROS = 1e6;

    private final RowHistory story;
    private final RowValues pieces;

    private RowHistoryJson(RowHistory story) {
        this.story = story;
        this.pieces = new RowValues(story);
    }

    static Map<String, @Nullable Object> of(RowHistoryView life) {
        return new RowHistoryJson(life.story()).json();
    }

    private Map<String, @Nullable Object> json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", story.run().runId());
        json.put("run_name", story.run().name());
        json.put("run_status", story.run().status());
        json.put("simulated", story.run().simulated());
        json.put("row_seq", story.rowSeq());
        json.put("source", story.run().source());
        json.put("position", story.position());
        json.put("source_id", story.sourceId());
        json.put("read_at", story.readAt());
        json.put("row", story.row().map(Row::asMap));
        json.put("unreadable", story.unreadable());
        json.put("raw", story.raw());
        json.put("values_deleted", story.deleted().isPresent());
        json.put("values_deleted_at", story.deleted().flatMap(RowHistory.Deleted::at));
        json.put("awaiting_results", story.awaitsResults());
        json.put("visits", story.visits().stream().map(this::visit).toList());
        json.put("ends", story.ends().stream().map(RowHistoryJson::end).toList());
        return json;
    }

    private Map<String, @Nullable Object> visit(RowHistory.Visit visit) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("state_id", visit.stateId());
        json.put("part", visit.part());
        json.put("node", visit.node());
        json.put("node_name", visit.nodeName());
        json.put("plugin", visit.plugin());
        json.put("attempt", visit.attempt());
        json.put("status", visit.status());
        json.put("opened", visit.opened());
        json.put("closed", visit.closed());
        json.put("waits", visit.waits().map(RowHistoryJson::waits));
        json.put("input", visit.input().asMap());
        json.put("input_href", pieces.address(RowValues.input(visit)));
        json.put("outputs", visit.outputs().stream().map(Row::asMap).toList());
        json.put(
                "outputs_href",
                IntStream.range(0, visit.outputs().size())
                        .mapToObj(place -> pieces.address(RowValues.output(visit, place)))
                        .toList());
        json.put("reason", visit.reason());
        json.put("calls", visit.calls().stream().map(call -> call(visit, call)).toList());
        return json;
    }

    private static Map<String, @Nullable Object> waits(Waits waits) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("queue_wait", waits.queueMicros() / MICROS);
        json.put("pacer_wait", waits.pacerMicros() / MICROS);
        json.put("permit_wait", waits.permitMicros() / MICROS);
        json.put("wire_time", waits.wireMicros() / MICROS);
        return json;
    }

    private Map<String, @Nullable Object> call(RowHistory.Visit visit, CallHistory call) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("number", call.key().number());
        json.put("generation", call.key().generation());
        json.put("call_key", call.callKey());
        json.put("request_sha256", call.key().requestSha256());
        json.put("parked", call.parked());
        message(json, "request", call.request(), pieces.address(RowValues.request(visit, call)));
        json.put("curl", call.request().flatMap(request -> CurlLine.of(request.bytes())));
        json.put("reused", call.reused().map(reused -> reused(visit, call, reused)));
        json.put(
                "attempts",
                call.attempts().stream()
                        .map(attempt -> attempt(visit, call, attempt))
                        .toList());
        return json;
    }

    private Map<String, @Nullable Object> reused(RowHistory.Visit visit, CallHistory call, CallHistory.Reused reused) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("at", reused.at());
        json.put("run", reused.cited().runId());
        json.put("row_seq", reused.cited().key().rowSeq());
        json.put("call_key", reused.callKey());
        json.put("cost_usd", Usd.ZERO);
        message(json, "reply", reused.reply(), pieces.address(RowValues.reused(visit, call)));
        return json;
    }

    private static void message(
            Map<String, @Nullable Object> json, String name, Optional<Payload> message, String whole) {
        json.put(name, message.map(bytes -> ValueView.cut(bytes.asText())));
        json.put(name + "_bytes", message.map(Payload::size));
        json.put(name + "_href", message.map(_ -> whole));
    }

    private Map<String, @Nullable Object> attempt(
            RowHistory.Visit visit, CallHistory call, CallHistory.Attempt attempt) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("number", attempt.number());
        json.put("intended", attempt.intended());
        json.put(
                "worst_usd",
                attempt.end()
                                .map(CallHistory.End::callCost)
                                .filter(cost -> cost.unpriced() > 0)
                                .isPresent()
                        ? null
                        : attempt.worst());
        json.put("state", attempt.end().map(end -> end.state().word()).orElse("open"));
        json.put("job", attempt.batch().map(place -> place.job()));
        json.put("item", attempt.batch().map(place -> place.item()));
        attempt.end().ifPresent(end -> end(json, end));
        message(
                json,
                "reply",
                attempt.end().flatMap(CallHistory.End::reply),
                pieces.address(RowValues.reply(visit, call, attempt)));
        return json;
    }

    private static void end(Map<String, @Nullable Object> json, CallHistory.End end) {
        json.put("ended", end.at());
        json.put("standing", end.disposition());
        json.put("status", end.status());
        json.put("input_tokens", end.usage().input());
        json.put("cached_input_tokens", end.usage().cachedInput());
        json.put("cache_write_tokens", end.usage().cacheWrites());
        json.put("output_tokens", end.usage().output());
        json.put("reasoning_tokens", end.usage().reasoning());
        json.put("cost_usd", end.callCost().amount());
        json.put("cost_known", end.costKnown());
        json.put("pacer_wait", end.times().pacerMicros() / MICROS);
        json.put("permit_wait", end.times().permitMicros() / MICROS);
        json.put("wire_time", end.times().wireMicros() / MICROS);
        json.put("first_byte", end.times().firstByteMicros() / MICROS);
        json.put("request_id", end.requestId());
    }

    private static Map<String, @Nullable Object> end(RowHistory.End end) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("part", end.part());
        json.put("outcome", end.outcome().word());
        json.put("node_name", end.nodeName());
        json.put("reason", end.reason());
        json.put("sink", end.sink());
        json.put("at", end.at());
        json.put("reorder_wait", end.reorderWait());
        json.put("sink_wait", end.sinkWait());
        json.put("total", end.total());
        return json;
    }
}
