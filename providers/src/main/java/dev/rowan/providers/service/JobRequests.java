package dev.rowan.providers.service;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// Requests to a batch service with a bearer key, below the path `root` of its endpoint.
public record JobRequests(ChatEndpoint endpoint, String root) {
    private static final Headers JSON = Headers.of("Content-Type", "application/json");

    /// `rest` follows the root: a path, a query, or both.
    public WireRequest get(String rest) {
        return request("GET", rest, Headers.none(), Payload.empty(), StepTime.STEP);
    }

    public WireRequest delete(String rest) {
        return request("DELETE", rest, Headers.none(), Payload.empty(), StepTime.STEP);
    }

    public WireRequest post(String rest, Map<String, ?> body) {
        return post(rest, Payload.of(RowJson.writeValue(body)));
    }

    public WireRequest post(String rest, Payload json) {
        return request("POST", rest, JSON, json, StepTime.STEP);
    }

    /// The head of a request whose body is streamed.
    public WireRequest upload(String rest, String contentType) {
        return request("POST", rest, Headers.of("Content-Type", contentType), Payload.empty(), StepTime.TRANSFER);
    }

    private WireRequest request(String method, String rest, Headers headers, Payload body, StepTime time) {
        return endpoint.extended(new WireRequest(
                method,
                URI.create(endpoint.at(root) + rest),
                headers,
                List.of(endpoint.bearer()),
                body,
                time.at(endpoint)));
    }
}
