package dev.rowan.cli.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.secret.Redaction;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import java.util.ArrayList;
import java.util.List;

/// A planned request as it would be recorded, without secrets.
record ShownRequest(Payload message, HttpMessage.Parts parts) {

    static ShownRequest of(Call call, Redaction redaction) {
        Payload message =
                Payload.of(redaction.bytes(HttpMessage.of(call.request()).bytes()));
        return new ShownRequest(message, HttpMessage.read(message.bytes()));
    }

    /// How to show the body.
    enum Body {
        /// Verbatim.
        EXACT,
        /// The same JSON with invisible characters escaped.
        SAFE,
        /// Pretty-printed.
        PRETTY
    }

    List<String> lines(Body how) {
        var lines = new ArrayList<String>();
        lines.add(SafeText.line(parts.first()));
        for (Headers.Field field : parts.headers().fields()) {
            lines.add(SafeText.line(field.name() + ": " + field.value()));
        }
        lines.add("");
        lines.add(body(how));
        return lines;
    }

    private String body(Body how) {
        String text = parts.body().asText();
        return switch (how) {
            case EXACT -> text;
            case SAFE -> safe(text);
            case PRETTY -> pretty(text);
        };
    }

    private String pretty(String text) {
        try {
            return IndentedJson.of(RowJson.readValue(parts.body().bytes()));
        } catch (JsonException _) {
            return safe(text);
        }
    }

    private String safe(String text) {
        try {
            RowJson.readValue(parts.body().bytes());
            return JsonObject.escapeInvisible(text);
        } catch (JsonException _) {
            return SafeText.lines(text);
        }
    }

    JsonObject json() {
        String[] first = parts.first().split(" ", -1);
        return JsonObject.object()
                .put("method", first[0])
                .put("uri", first[1])
                .put(
                        "headers",
                        parts.headers().fields().stream()
                                .map(field -> JsonObject.object()
                                        .put("name", field.name())
                                        .put("value", field.value()))
                                .toList())
                .put("body", parts.body().asText())
                .put("body_sha256", parts.body().sha256())
                .put("sha256", message.sha256());
    }
}
