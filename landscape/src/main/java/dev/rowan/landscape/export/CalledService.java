package dev.rowan.landscape.export;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The target of a recorded request: the host, and the model if named in the body or the path.
record CalledService(String service, Optional<String> model) {

    static Optional<CalledService> of(byte[] request) {
        HttpMessage.Parts parts;
        URI uri;
        try {
            parts = HttpMessage.read(request);
            String[] tokens = parts.first().split(" ", -1);
            uri = URI.create(tokens.length > 1 ? tokens[1] : "");
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        String host = Optional.ofNullable(uri.getRawAuthority()).orElse("");
        return Optional.of(new CalledService(
                host,
                inBody(parts.body().bytes())
                        .or(() -> inPath(Optional.ofNullable(uri.getPath()).orElse("")))));
    }

    private static Optional<String> inBody(byte[] body) {
        try {
            return RowJson.readValue(body) instanceof Map<?, ?> map && map.get("model") instanceof String model
                    ? Optional.of(model)
                    : Optional.empty();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    /// Such as `/openai/deployments/NAME/chat/completions` or `/v1beta/models/NAME:generateContent`.
    private static Optional<String> inPath(String path) {
        List<String> steps = List.of(path.split("/", -1));
        for (String before : List.of("deployments", "models")) {
            int at = steps.indexOf(before);
            if (at >= 0 && at + 1 < steps.size()) {
                String name = steps.get(at + 1);
                int colon = name.indexOf(':');
                return Optional.of(colon < 0 ? name : name.substring(0, colon));
            }
        }
        return Optional.empty();
    }
}
