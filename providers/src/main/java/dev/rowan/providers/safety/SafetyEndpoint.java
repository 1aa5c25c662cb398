package dev.rowan.providers.safety;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import java.util.Map;

/// The endpoint of a safety service; [#post] is for Azure AI Content Safety.
public record SafetyEndpoint(ChatEndpoint endpoint) {
    /// The default API version.
    public static final String VERSION = "2024-09-01";

    /// The maximum number of code points per request, and the overlap of neighbouring parts of a long text.
    static final TextParts PARTS = new TextParts(10_000, 500);

    WireRequest post(String operation, Map<String, ?> body) {
        String version = ChatEndpoint.part(endpoint.apiVersion().orElse(VERSION));
        return WireRequest.postJson(
                endpoint.at("/contentsafety/" + operation + "?api-version=" + version),
                Headers.none(),
                endpoint.header("Ocp-Apim-Subscription-Key"),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }
}
