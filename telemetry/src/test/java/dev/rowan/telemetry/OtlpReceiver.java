package dev.rowan.telemetry;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.call.Payload;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/// A receiver of OpenTelemetry's protocol: a real HTTP server that reads what comes with the official
/// classes.
final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Taken> taken = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();

    /// A request that was taken, its body unpacked.
    record Taken(String path, Map<String, String> headers, Payload body) {
        boolean holds(String text) {
            return new String(body.bytes(), StandardCharsets.ISO_8859_1)
                    .contains(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
    }

    private OtlpReceiver(HttpServer server) {
        this.server = server;
    }

    /// A receiver that answers the nth request, from 0, with the status that `answers` gives; 0 is no answer.
    static OtlpReceiver open(Function<Integer, Integer> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        var receiver = new OtlpReceiver(server);
        var count = new AtomicInteger();
        server.createContext("/", exchange -> receiver.answer(exchange, answers.apply(count.getAndIncrement())));
        server.start();
        return receiver;
    }

    static OtlpReceiver open() throws IOException {
        return open(_ -> 200);
    }

    private void answer(HttpExchange exchange, int status) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (status == 0) {
            refused.incrementAndGet();
            return; // and never a word
        }
        if (status == 200) {
            Map<String, String> headers = exchange.getRequestHeaders().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().getFirst()));
            boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            byte[] whole = packed ? new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes() : body;
            taken.add(new Taken(exchange.getRequestURI().getPath(), headers, Payload.of(whole)));
        } else {
            refused.incrementAndGet();
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Taken> taken() {
        return List.copyOf(taken);
    }

    int refused() {
        return refused.get();
    }

    List<ResourceSpans> resources() {
        return taken.stream()
                .filter(request -> request.path().equals("/v1/traces"))
                .flatMap(request -> {
                    try {
                        return ExportTraceServiceRequest.parseFrom(
                                request.body().bytes())
                                .getResourceSpansList()
                                .stream();
                    } catch (InvalidProtocolBufferException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
    }

    List<Span> spans() {
        return resources().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    /// The metric of this name, as the last request told it.
    Metric metric(String name) {
        return Optional.ofNullable(metrics().get(name)).orElseThrow();
    }

    private Map<String, Metric> metrics() {
        List<ResourceMetrics> last = taken.stream()
                .filter(request -> request.path().equals("/v1/metrics"))
                .map(request -> {
                    try {
                        return ExportMetricsServiceRequest.parseFrom(
                                        request.body().bytes())
                                .getResourceMetricsList();
                    } catch (InvalidProtocolBufferException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .reduce((_, later) -> later)
                .orElseThrow();
        return last.stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .collect(Collectors.toMap(Metric::getName, metric -> metric));
    }

    static Map<String, Object> attributes(List<KeyValue> list) {
        return list.stream().collect(Collectors.toMap(KeyValue::getKey, pair -> value(pair.getValue())));
    }

    private static Object value(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> value.getIntValue();
            case DOUBLE_VALUE -> value.getDoubleValue();
            case BOOL_VALUE -> value.getBoolValue();
            default -> throw new IllegalStateException("unexpected value " + value);
        };
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
