package dev.rowan.bench.http;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// One round of one client: `inFlight` virtual threads send calls back to back.
record HttpRound(HttpContender contender, URI uri, int inFlight) {

    /// Calls per second, CPU time of the process per call in microseconds, and the calls that failed in the client;
    /// the simulator fails none.
    record Figures(double perSecond, double cpuMicros, long broken) {}

    Figures run(Duration length) throws Exception {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Time time = new SystemTime();
        var stop = new AtomicBoolean();
        var calls = new LongAdder();
        var broken = new LongAdder();
        long cpu = system.getProcessCpuTime();
        long started = time.nanos();
        try (CallScope scope = CallScope.open("calling")) {
            var calling = new ArrayList<Future<?>>();
            for (int i = 0; i < inFlight; i++) {
                byte[] body = body(i);
                calling.add(scope.fork(() -> {
                    call(body, stop, calls, broken);
                    return stop;
                }));
            }
            time.sleep(length);
            stop.set(true);
            for (Future<?> each : calling) {
                each.get();
            }
        }
        double seconds = (time.nanos() - started) / 1e9;
        return new Figures(calls.sum() / seconds, (system.getProcessCpuTime() - cpu) / 1e3 / calls.sum(), broken.sum());
    }

    private void call(byte[] body, AtomicBoolean stop, LongAdder calls, LongAdder broken) throws Exception {
        while (!stop.get()) {
            try {
                int status = contender.call(uri, body);
                if (status != 200) {
                    throw new IllegalStateException(contender.title() + " got status " + status);
                }
                calls.increment();
            } catch (IOException e) {
                broken.increment();
                System.err.println(contender.title() + ": " + e);
            }
        }
    }

    /// A prompt of some 900 bytes.
    private static byte[] body(int number) {
        String text = "{\"model\":\"gpt-4o-mini\",\"messages\":[{\"role\":\"system\",\"content\":\"Is this review"
                + " positive, negative or neutral? " + "Think about it well. ".repeat(30) + "\"},"
                + "{\"role\":\"user\",\"content\":\"Number " + number + " is a great chair\"}],\"max_tokens\":64}";
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
