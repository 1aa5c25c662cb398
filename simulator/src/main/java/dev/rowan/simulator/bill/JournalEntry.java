package dev.rowan.simulator.bill;

import dev.rowan.simulator.json.JsonObjects;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One request in the journal: the fault is `none` when all went well; the charge is there when a model served it;
/// `about` is the file or batch that it made or asked for.
public record JournalEntry(Arrival arrival, int status, String fault, Optional<Charge> charge, Optional<String> about) {

    /// What is known of a request when it has come; `inFlight` counts those at its endpoint, itself included. The
    /// message is there in a full journal.
    public record Arrival(
            long number,
            Instant at,
            String endpoint,
            String method,
            String path,
            String key,
            int inFlight,
            String bodySha256,
            Optional<RecordedMessage> message) {}

    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = JsonObjects.object(
                "number", arrival.number(),
                "at", arrival.at().toString(),
                "endpoint", arrival.endpoint(),
                "method", arrival.method(),
                "path", arrival.path(),
                "key", arrival.key(),
                "in_flight", arrival.inFlight(),
                "body_sha256", arrival.bodySha256(),
                "status", status,
                "fault", fault,
                "billed", charge.isPresent());
        about.ifPresent(id -> json.put("about", id));
        arrival.message().ifPresent(message -> message.into(json));
        charge.ifPresent(billed -> {
            json.put("model", billed.model());
            json.put("input_tokens", billed.usage().input());
            json.put("output_tokens", billed.usage().output());
            json.put("usd", billed.cost().usd());
        });
        return json;
    }
}
