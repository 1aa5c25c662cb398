package dev.rowan.bench.simulator;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.SimulatorProcess;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Throughput and CPU time per small call of the simulator: raw sockets send, the simulator runs in its own process.
///
/// `./rowan bench simulator [CONNECTIONS SECONDS]`, by default 256 connections for 10 s, after as long a warm-up.
public final class SimulatorBench {
    private final PrintStream out;
    private final Time time = new SystemTime();

    private SimulatorBench(PrintStream out) {
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        int connections = args.length > 0 ? Integer.parseInt(args[0]) : 256;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        try (var simulator = SimulatorProcess.start("{}")) {
            new SimulatorBench(System.out).measure(simulator, connections, seconds);
        }
    }

    private void measure(SimulatorProcess simulator, int connections, int seconds) throws Exception {
        for (String round : List.of("warm-up", "measured")) {
            Duration before = simulator.cpu();
            double perSecond = round(simulator.address(), connections, seconds);
            double micros = simulator.cpu().minus(before).toNanos() / 1e3 / (perSecond * seconds);
            out.printf("%s: %,.0f calls/s, %.1f µs of the simulator's CPU a call%n", round, perSecond, micros);
        }
    }

    private double round(URI address, int connections, int seconds) throws Exception {
        var stop = new AtomicBoolean();
        var calls = new LongAdder();
        long started = time.nanos();
        try (CallScope scope = CallScope.open("asking")) {
            var asking = new ArrayList<Future<?>>();
            for (int i = 0; i < connections; i++) {
                int number = i;
                asking.add(scope.fork(() -> {
                    ask(address, number, stop, calls);
                    return number;
                }));
            }
            time.sleep(Duration.ofSeconds(seconds));
            stop.set(true);
            for (var each : asking) {
                each.get();
            }
        }
        return calls.sum() / ((time.nanos() - started) / 1e9);
    }

    private static void ask(URI address, int number, AtomicBoolean stop, LongAdder calls) throws Exception {
        String body = "{\"model\":\"gpt-4o-mini\",\"messages\":[{\"role\":\"system\",\"content\":\"Is this review"
                + " positive, negative or neutral? " + "Think about it well. ".repeat(30) + "\"},"
                + "{\"role\":\"user\",\"content\":\"Number " + number + " is a great chair\"}],\"max_tokens\":64}";
        byte[] request = ("POST /v1/chat/completions HTTP/1.1\r\nhost: simulator\r\nauthorization: Bearer key\r\n"
                        + "content-type: application/json\r\ncontent-length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] buffer = new byte[8_192];
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setTcpNoDelay(true);
            while (!stop.get()) {
                socket.getOutputStream().write(request);
                readReply(socket.getInputStream(), buffer);
                calls.increment();
            }
        }
    }

    /// Reads one reply, which must be a 200.
    private static void readReply(InputStream in, byte[] buffer) throws Exception {
        int have = 0;
        int want = Integer.MAX_VALUE;
        while (have < want) {
            int read = in.read(buffer, have, buffer.length - have);
            if (read < 0) {
                throw new IllegalStateException("the simulator closed a connection");
            }
            have += read;
            want = want == Integer.MAX_VALUE ? length(new String(buffer, 0, have, StandardCharsets.US_ASCII)) : want;
        }
    }

    private static int length(String reply) {
        int end = reply.indexOf("\r\n\r\n");
        if (end < 0) {
            return Integer.MAX_VALUE;
        }
        if (!reply.startsWith("HTTP/1.1 200 ")) {
            throw new IllegalStateException("expected a 200, got " + reply);
        }
        int at = reply.indexOf("content-length: ") + "content-length: ".length();
        return end + 4 + Integer.parseInt(reply.substring(at, reply.indexOf('\r', at)));
    }
}
