package dev.rowan.engine.report;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usd;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallHistory.Attempt;
import dev.rowan.landscape.history.CallHistory.End;
import dev.rowan.landscape.history.CallHistory.Reused;
import dev.rowan.landscape.history.RowHistory.Visit;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import java.util.Optional;

/// A call of a visit as JSON, with its attempts. The names are those of the columns of `rowan export --what calls`.
public record CallJson(Visit visit, CallHistory call, JobNames jobs, RowDetails details) {

    public JsonObject json() {
        JsonObject json = JsonObject.object()
                .put("number", call.key().number())
                .put("generation", call.key().generation())
                .put("call_key", call.callKey())
                .put("request_sha256", call.key().requestSha256())
                .put("parked", call.parked())
                .put("reused", call.reused().map(this::reused))
                .put("attempts", call.attempts().stream().map(this::attempt).toList());
        details.add(visit, call, json);
        return json;
    }

    private JsonObject reused(Reused reused) {
        JsonObject json = JsonObject.object()
                .put("at", reused.at())
                .put("run", reused.cited().runId())
                .put("row_seq", reused.cited().key().rowSeq())
                .put("call_key", reused.callKey())
                .put("shared", reused.answer().shared())
                .put("answered_at", reused.answer().at())
                .put("model", reused.model())
                .put("cost_usd", Usd.ZERO)
                .put("answer_cost_usd", reused.answer().cost());
        details.add(visit, call, reused, json);
        return json;
    }

    private JsonObject attempt(Attempt attempt) {
        JsonObject json = JsonObject.object()
                .put("number", attempt.number())
                .put("intended_at", attempt.intended())
                .put("wire_sha256", attempt.wireSha256())
                .put("worst_usd", worst(attempt))
                .put("state", attempt.end().map(end -> end.state().word()).orElse("open"))
                .put("job", attempt.batch().map(BatchItemRef::job))
                .put("item", attempt.batch().map(BatchItemRef::item))
                .put("batch_id", attempt.batch().flatMap(jobs::batchId));
        attempt.end().ifPresent(end -> json.putAll(end(end)));
        details.add(visit, call, attempt, json);
        return json;
    }

    /// Empty where the price is unknown.
    private static Optional<Usd> worst(Attempt attempt) {
        boolean unpriced = attempt.end()
                .map(End::callCost)
                .filter(cost -> cost.unpriced() > 0)
                .isPresent();
        return unpriced ? Optional.empty() : Optional.of(attempt.worst());
    }

    private static JsonObject end(End end) {
        return JsonObject.object()
                .put("ended_at", end.at())
                .put("standing", end.disposition())
                .put("http_status", end.status())
                .put("input_tokens", end.usage().input())
                .put("cached_tokens", end.usage().cachedInput())
                .put("cache_write_tokens", end.usage().cacheWrites())
                .put("output_tokens", end.usage().output())
                .put("reasoning_tokens", end.usage().reasoning())
                .put("cost_usd", end.callCost().amount())
                .put("cost_known", end.costKnown())
                .put("pacer_seconds", end.times().pacerMicros() / 1e6)
                .put("permit_seconds", end.times().permitMicros() / 1e6)
                .put("wire_seconds", end.times().wireMicros() / 1e6)
                .put("first_byte_seconds", end.times().firstByteMicros() / 1e6)
                .put("request_id", end.requestId())
                .put("write_30m_tokens", end.usage().writes().map(CacheWrites::halfHour))
                .put("write_1h_tokens", end.usage().writes().map(CacheWrites::hour))
                .put("tier_asked", end.billing().tierAsked())
                .put("tier_served", end.billing().tierServed())
                .put("model", end.billing().model())
                .put("price", end.billing().price())
                .put("cost_basis", end.billing().basis().map(Billing.Basis::word));
    }
}
