package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A simulator's records of its requests, read over HTTP.
record SimulatorRecords(URI address) {

    /// A request in the journal.
    record Request(String endpoint, int status, String fault, boolean billed, String bodySha256) {}

    private String read(String what) throws IOException {
        try (var in = address.resolve("/_simulator/" + what).toURL().openStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static Map<?, ?> map(String json) throws JsonException {
        return RowJson.readValue(json.getBytes(UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
    }

    /// The raw journal, one JSON object per line.
    List<String> lines() throws IOException {
        return read("journal").lines().toList();
    }

    /// All requests, in the order of their answers.
    List<Request> journal() throws IOException, JsonException {
        var requests = new ArrayList<Request>();
        for (String line : read("journal").lines().toList()) {
            Map<?, ?> entry = map(line);
            requests.add(new Request(
                    String.valueOf(entry.get("endpoint")),
                    Integer.parseInt(String.valueOf(entry.get("status"))),
                    String.valueOf(entry.get("fault")),
                    Boolean.TRUE.equals(entry.get("billed")),
                    String.valueOf(entry.get("body_sha256"))));
        }
        return requests;
    }

    /// The requests that an endpoint got.
    List<Request> journal(String endpoint) throws IOException, JsonException {
        return journal().stream()
                .filter(request -> request.endpoint().equals(endpoint))
                .toList();
    }

    /// How many billed requests of an endpoint had a body that was billed before.
    long billedAgain(String endpoint) throws IOException, JsonException {
        List<String> bodies = journal(endpoint).stream()
                .filter(Request::billed)
                .map(Request::bodySha256)
                .toList();
        return bodies.size() - bodies.stream().distinct().count();
    }

    /// The most requests that were at an endpoint at once.
    long peakInFlight(String endpoint) throws IOException, JsonException {
        Map<?, ?> stats = map(read("stats"));
        return stats.get("endpoints") instanceof Map<?, ?> all
                        && all.get(endpoint) instanceof Map<?, ?> one
                        && one.get("peak_in_flight") instanceof Long peak
                ? peak
                : 0;
    }

    /// How many requests an endpoint has answered: as many as it has in the journal, but cheap to ask for
    /// again and again.
    long answered(String endpoint) throws IOException, JsonException {
        return map(read("stats")).get("endpoints") instanceof Map<?, ?> all
                        && all.get(endpoint) instanceof Map<?, ?> one
                        && one.get("requests") instanceof Long requests
                        && one.get("in_flight") instanceof Long inFlight
                ? requests - inFlight
                : 0;
    }

    /// The bill for the models, in US dollars.
    BigDecimal bill() throws IOException, JsonException {
        return new BigDecimal(String.valueOf(map(read("bill")).get("usd")));
    }
}
