package dev.rowan.cli;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/// A receiver of OpenTelemetry's protocol that keeps the metrics it was sent.
final class OtlpMetrics implements AutoCloseable {
    private final List<ExportMetricsServiceRequest> taken = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    OtlpMetrics() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().equals("/v1/metrics")) {
                boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
                byte[] whole = packed ? new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes() : body;
                taken.add(ExportMetricsServiceRequest.parseFrom(whole));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// The sum of a counter over all its attributes, from the last request; 0 if absent.
    double sum(String name) {
        return taken.getLast().getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .filter(metric -> metric.getName().equals(name))
                .map(Metric::getSum)
                .flatMap(sum -> sum.getDataPointsList().stream())
                .mapToDouble(OtlpMetrics::value)
                .sum();
    }

    private static double value(NumberDataPoint point) {
        return point.hasAsInt() ? point.getAsInt() : point.getAsDouble();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
