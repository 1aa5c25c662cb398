package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// A chat service with a hidden limit, a bucket of one second's requests, and nothing that says so but 429. Counts what
/// it accepts by the first letter of the rows' texts. `lock` guards the bucket.
final class LimitedService implements AutoCloseable {
    private static final Duration LATENCY = Duration.ofMillis(100);
    private static final String REPLY = """
        {"id":"c","object":"chat.completion","created":1,"model":"gpt-4o-mini","choices":[{"index":0,"message":\
        {"role":"assistant","content":"good"},"finish_reason":"stop"}],\
        "usage":{"prompt_tokens":10,"completion_tokens":1,"total_tokens":11}}\
        """;

    private final Time time;
    private final double perSecond;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Character, AtomicLong> accepted = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();
    private double level;
    private long last;

    LimitedService(Time time, double perSecond) throws IOException {
        this.time = time;
        this.perSecond = perSecond;
        this.level = perSecond;
        this.last = time.nanos();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    URI base() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/v1");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            boolean admitted = admits();
            if (admitted) {
                count(body.charAt(body.indexOf("row ") + 4)).incrementAndGet();
                time.sleep(LATENCY);
            } else {
                refused.incrementAndGet();
            }
            byte[] reply = (admitted ? REPLY : "{\"error\":{\"message\":\"slow down\"}}").getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(admitted ? 200 : 429, reply.length);
            exchange.getResponseBody().write(reply);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean admits() {
        lock.lock();
        try {
            long now = time.nanos();
            level = Math.min(perSecond, level + (now - last) / 1e9 * perSecond);
            last = now;
            boolean admitted = level >= 1;
            level -= admitted ? 1 : 0;
            return admitted;
        } finally {
            lock.unlock();
        }
    }

    private AtomicLong count(char letter) {
        return accepted.computeIfAbsent(letter, _ -> new AtomicLong());
    }

    long accepted(char letter) {
        return count(letter).get();
    }

    long accepted() {
        return accepted.values().stream().mapToLong(AtomicLong::get).sum();
    }

    long refused() {
        return refused.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
