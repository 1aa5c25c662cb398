package dev.rowan.cli.simulate;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The simulator's bill.
record SimulatorBill(long calls, long inputTokens, long outputTokens, Object usd) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// Fetches the bill over HTTP.
    static SimulatorBill of(URI simulator, Shell shell) throws IOException {
        var request = new WireRequest(
                "GET", simulator.resolve("/_simulator/bill"), Headers.none(), List.of(), Payload.empty(), LIMIT);
        try (var client = AuditedClient.open(
                HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault()), shell.time())) {
            return switch (client.exchange(request)) {
                case WireReply.Complete reply -> read(reply.body().bytes());
                case WireReply.NotSent lost ->
                    throw new IOException("cannot fetch the simulator's bill: " + lost.detail());
                case WireReply.Unknown lost ->
                    throw new IOException("cannot fetch the simulator's bill: " + lost.detail());
            };
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    private static SimulatorBill read(byte[] body) throws IOException {
        try {
            if (RowJson.readValue(body) instanceof Map<?, ?> bill) {
                return new SimulatorBill(
                        number(bill.get("calls")),
                        number(bill.get("input_tokens")),
                        number(bill.get("output_tokens")),
                        bill.get("usd") instanceof Number usd ? usd : 0L);
            }
            throw new IOException("the simulator's bill is not a JSON object");
        } catch (JsonException e) {
            throw new IOException("the simulator's bill is not JSON", e);
        }
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /// `12 calls, 3,400 tokens in and 120 out, 0.0012 USD`
    String text() {
        return Figures.counted(calls, "call") + " billed, " + Figures.counted(inputTokens, "token") + " in and "
                + Figures.count(outputTokens) + " out, " + usd + " USD at simulator prices";
    }

    JsonObject json() {
        return JsonObject.object()
                .put("status", "ended")
                .put("calls", calls)
                .put("input_tokens", inputTokens)
                .put("output_tokens", outputTokens)
                .put("usd", usd);
    }
}
