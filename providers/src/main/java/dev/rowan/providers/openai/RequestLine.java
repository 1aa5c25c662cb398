package dev.rowan.providers.openai;

import dev.rowan.json.RowJson;
import dev.rowan.providers.service.LineEnvelope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Formats a line of a request file: `{"custom_id", "method", "url", "body"}`, or without the second and third. The
/// body is unchanged, except that the
/// model is added where the dialect leaves it to the endpoint.
final class RequestLine {
    private final LineEnvelope envelope;
    private final byte[] model;
    private final BatchDialect dialect;

    RequestLine(BatchDialect dialect, String model) {
        this.dialect = dialect;
        this.envelope = new LineEnvelope("{\"custom_id\":\"", dialect.form().beforeBody(dialect.url()), "}");
        var named = new ByteArrayOutputStream();
        named.writeBytes("{\"model\":".getBytes(StandardCharsets.US_ASCII));
        named.writeBytes(RowJson.writeValue(model));
        named.write(',');
        this.model = named.toByteArray();
    }

    byte[] of(String customId, byte[] body) {
        boolean hasModel =
                dialect.namesModel() || LineBody.of(body, dialect.question()).hasModel();
        return envelope.format(customId, hasModel ? body : withModel(body));
    }

    private byte[] withModel(byte[] body) {
        byte[] named = Arrays.copyOf(model, model.length + body.length - 1);
        System.arraycopy(body, 1, named, model.length, body.length - 1);
        return named;
    }
}
