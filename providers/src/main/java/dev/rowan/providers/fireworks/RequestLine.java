package dev.rowan.providers.fireworks;

import dev.rowan.json.RowJson;
import dev.rowan.providers.service.LineEnvelope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Formats a line of a request file: `{"custom_id", "body"}`. The body is that of the realtime request without the
/// model at its beginning, which the job names.
final class RequestLine {
    private static final LineEnvelope LINE = new LineEnvelope("{\"custom_id\":\"", "\",\"body\":", "}");

    private final byte[] model;

    RequestLine(String model) {
        var named = new ByteArrayOutputStream();
        named.writeBytes("{\"model\":".getBytes(StandardCharsets.US_ASCII));
        named.writeBytes(RowJson.writeValue(model));
        named.write(',');
        this.model = named.toByteArray();
    }

    byte[] format(String customId, byte[] body) {
        boolean isNamed = body.length > model.length && Arrays.equals(body, 0, model.length, model, 0, model.length);
        return LINE.format(customId, isNamed ? withoutModel(body) : body);
    }

    private byte[] withoutModel(byte[] body) {
        byte[] rest = Arrays.copyOfRange(body, model.length - 1, body.length);
        rest[0] = '{';
        return rest;
    }
}
