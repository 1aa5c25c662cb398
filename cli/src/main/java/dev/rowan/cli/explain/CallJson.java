package dev.rowan.cli.explain;

import dev.rowan.api.call.Payload;
import dev.rowan.cli.command.CallTotalsJson;
import dev.rowan.cli.jobs.JobNames;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.landscape.history.CallHistory;
import java.util.Optional;

/// A call of a visit for machines; times in seconds.
final class CallJson {
    private static final double MICROS = 1e6;

    private CallJson() {}

    static CliJson of(CallHistory call, JobNames jobs, boolean requests) {
        CliJson json = CliJson.object()
                .put("number", call.key().number())
                .put("generation", call.key().generation())
                .put("call_key", call.callKey())
                .put("request_sha256", call.key().requestSha256())
                .put("parked", call.parked())
                .put(
                        "attempts",
                        call.attempts().stream()
                                .map(attempt -> attempt(attempt, jobs, requests))
                                .toList());
        call.reused().ifPresent(reused -> json.put("reused", reused(reused, requests)));
        return requests ? json.put("request", text(call.request())) : json;
    }

    private static CliJson reused(CallHistory.Reused reused, boolean requests) {
        CliJson json = CliJson.object()
                .put("at", reused.at())
                .put("run", reused.cited().runId())
                .put("row_seq", reused.cited().key().rowSeq())
                .put("call_key", reused.callKey())
                .put("cost_usd", 0);
        return requests ? json.put("reply", text(reused.reply())) : json;
    }

    private static CliJson attempt(CallHistory.Attempt attempt, JobNames jobs, boolean requests) {
        CliJson json = CliJson.object()
                .put("number", attempt.number())
                .put("intended", attempt.intended())
                .put(
                        "worst_usd",
                        attempt.end()
                                        .map(CallHistory.End::callCost)
                                        .filter(cost -> cost.unpriced() > 0)
                                        .isPresent()
                                ? Optional.empty()
                                : Optional.of(CallTotalsJson.usd(attempt.worst())))
                .put("state", attempt.end().map(end -> end.state().word()).orElse("open"));
        attempt.batch()
                .ifPresent(place ->
                        json.put("job", place.job()).put("item", place.item()).put("batch_id", jobs.batchId(place)));
        attempt.end().ifPresent(end -> end(json, end));
        if (requests) {
            json.put("reply", text(attempt.end().flatMap(CallHistory.End::reply)));
        }
        return json;
    }

    private static void end(CliJson json, CallHistory.End end) {
        json.put("ended", end.at())
                .put("standing", end.disposition())
                .put(
                        "status",
                        end.status().isPresent() ? Optional.of(end.status().getAsInt()) : Optional.empty())
                .put("input_tokens", end.usage().input())
                .put("cached_input_tokens", end.usage().cachedInput())
                .put("cache_write_tokens", end.usage().cacheWrites())
                .put("output_tokens", end.usage().output())
                .put("reasoning_tokens", end.usage().reasoning())
                .put("cost_usd", end.callCost().amount().map(CallTotalsJson::usd))
                .put("cost_known", end.costKnown())
                .put("pacer_wait", end.times().pacerMicros() / MICROS)
                .put("permit_wait", end.times().permitMicros() / MICROS)
                .put("wire_time", end.times().wireMicros() / MICROS)
                .put("first_byte", end.times().firstByteMicros() / MICROS)
                .put("request_id", end.requestId());
    }

    private static Optional<String> text(Optional<Payload> payload) {
        return payload.map(Payload::asText);
    }
}
