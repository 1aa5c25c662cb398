package dev.rowan.telemetry.send;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends the output of OpenTelemetry's exporters over the run's own wire, under its network rules, on the calling
/// thread. The last result goes to `fate`.
final class WireSender implements HttpSender {
    private final Wire wire;
    private final OtlpEndpoint destination;
    private final HttpSenderConfig config;
    private final Consumer<SendOutcome> fate;

    private WireSender(Wire wire, OtlpEndpoint destination, HttpSenderConfig config, Consumer<SendOutcome> fate) {
        this.wire = wire;
        this.destination = destination;
        this.config = config;
        this.fate = fate;
    }

    /// The sender factory of the exporters.
    static ComponentLoader loader(Wire wire, OtlpEndpoint destination, Consumer<SendOutcome> fate) {
        HttpSenderProvider provider = config -> new WireSender(wire, destination, config, fate);
        return new ComponentLoader() {
            @Override
            public <T> Iterable<T> load(Class<T> kind) {
                return kind.isInstance(provider) ? List.of(kind.cast(provider)) : List.of();
            }
        };
    }

    @Override
    public void send(MessageWriter writer, Consumer<HttpResponse> onResponse, Consumer<Throwable> onError) {
        WireRequest request;
        try {
            request = request(writer);
        } catch (IOException | IllegalArgumentException wrong) {
            onError.accept(wrong);
            return;
        }
        WireReply reply = wire.exchange(request);
        fate.accept(SendOutcome.of(reply, request.uri().getHost()));
        if (reply instanceof WireReply.Complete complete) {
            onResponse.accept(new Response(complete.status(), complete.body()));
        } else {
            onError.accept(new IOException("no answer"));
        }
    }

    private WireRequest request(MessageWriter writer) throws IOException {
        Headers headers = destination.headers().with("Content-Type", config.getContentType());
        for (Map.Entry<String, List<String>> header :
                config.getHeadersSupplier().get().entrySet()) {
            for (String value : header.getValue()) {
                headers = headers.with(header.getKey(), value);
            }
        }
        @Nullable Compressor compressor = config.getCompressor();
        var body = new ByteArrayOutputStream(Math.max(64, writer.getContentLength()));
        if (compressor == null) {
            writer.writeMessage(body);
        } else {
            headers = headers.with("Content-Encoding", compressor.getEncoding());
            try (OutputStream packed = compressor.compress(body)) {
                writer.writeMessage(packed);
            }
        }
        return new WireRequest(
                "POST",
                destination.uri(),
                headers,
                destination.credentials(),
                Payload.of(body.toByteArray()),
                destination.timeout());
    }

    private record Response(int status, Payload body) implements HttpResponse {
        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        public String getStatusMessage() {
            return "";
        }

        @Override
        public byte[] getResponseBody() {
            return body.bytes();
        }
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
