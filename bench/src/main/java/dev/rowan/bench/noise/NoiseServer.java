package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/// A service with OpenAI's chat completions that shares no code with our simulator: the JDK's own HTTP server, a fixed
/// latency, random refusals at any load and, if asked for, a hidden limit. Refusals are sent at once.
///
/// `bench noise_server [PORT]` prints its address and serves until its standard input ends. `PUT /_server` with
/// the line of a [NoiseSetup] starts counting again, `GET /_server` returns the [NoiseCounts].
public final class NoiseServer {
    private final Time time;
    private volatile NoiseMeter meter;

    private NoiseServer(Time time) {
        this.time = time;
        this.meter = new NoiseMeter(NoiseSetup.QUIET);
    }

    public static void run(String... args) throws Exception {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
        var server = new NoiseServer(new SystemTime());
        try (CallScope scope = CallScope.open("noise-server")) {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            http.setExecutor(scope::start);
            http.createContext("/_server", server::control);
            http.createContext("/v1/chat/completions", server::answer);
            http.start();
            System.out.println("http://127.0.0.1:" + http.getAddress().getPort());
            while (System.in.read() >= 0) {
                // until the parent process has gone
            }
            http.stop(0);
        }
    }

    private void control(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        if (exchange.getRequestMethod().equals("PUT")) {
            meter = new NoiseMeter(NoiseSetup.parse(body));
        }
        reply(exchange, 200, meter.counts().line());
    }

    private void answer(HttpExchange exchange) throws IOException {
        NoiseMeter current = meter;
        exchange.getRequestBody().readAllBytes();
        switch (current.arrived(time.nanos())) {
            case NoiseMeter.Verdict.Accepted(long number) -> {
                sleep(current.setup().latency());
                current.answered(time.nanos());
                reply(exchange, 200, completion(number));
            }
            case NoiseMeter.Verdict.Refused(int status) -> {
                if (current.setup().noise().retryAfter()) {
                    exchange.getResponseHeaders().set("Retry-After", "1");
                }
                reply(exchange, status, refusal(status));
            }
        }
    }

    private static String completion(long number) {
        return """
                {"id":"chatcmpl-%d","object":"chat.completion","created":1700000000,"model":"gpt-4o-mini",\
                "choices":[{"index":0,"message":{"role":"assistant","content":"positive","refusal":null},\
                "logprobs":null,"finish_reason":"stop"}],\
                "usage":{"prompt_tokens":40,"completion_tokens":1,"total_tokens":41}}""".formatted(number);
    }

    private static String refusal(int status) {
        String error = switch (status) {
            case 429 -> "\"message\":\"Too many requests.\",\"type\":\"rate_limit_exceeded\"";
            case 529 -> "\"message\":\"Overloaded.\",\"type\":\"overloaded_error\"";
            case 400, 404 -> "\"message\":\"No such model.\",\"type\":\"invalid_request_error\"";
            default -> "\"message\":\"Please try again.\",\"type\":\"server_error\"";
        };
        return "{\"error\":{%s,\"param\":null,\"code\":null}}".formatted(error);
    }

    private void sleep(Duration latency) throws IOException {
        try {
            time.sleep(latency);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server was stopped", e);
        }
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
