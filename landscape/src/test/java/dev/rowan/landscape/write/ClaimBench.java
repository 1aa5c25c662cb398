package dev.rowan.landscape.write;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

/// How many calls a second the ledger bears when 1, 16 and 256 threads claim one after the other: each intent is
/// waited for, and with `calls` each end as well. A program to run by hand: `ClaimBench FOLDER SECONDS
/// [claims|calls]`.
final class ClaimBench {
    private static final Payload REQUEST = Payload.utf8("POST https://service/v1 HTTP/1.1\r\n\r\n" + "q".repeat(1_500));
    private static final Payload REPLY = HttpMessage.of(Calls.reply("a".repeat(1_000)));

    private final LandscapeRecorder recorder;
    private final boolean ends;
    private final AtomicLong rows = new AtomicLong();

    private ClaimBench(LandscapeRecorder recorder, boolean ends) {
        this.recorder = recorder;
        this.ends = ends;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Duration each = Duration.ofSeconds(Long.parseLong(args[1]));
        boolean ends = args.length > 2 && args[2].equals("calls");
        for (int threads : List.of(256, 1, 16, 256)) {
            try (var landscape = Landscapes.open(
                            "sqlite:claims-" + System.nanoTime() + ".db", Path.of(args[0]), REAL, new SecureRandom());
                    LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
                new ClaimBench(recorder, ends).run(threads, each);
            }
        }
    }

    private void run(int threads, Duration each) throws InterruptedException, ExecutionException {
        long started = System.nanoTime();
        long cpu = cpuNanos();
        long until = started + each.toNanos();
        var waits = new ArrayList<long[]>();
        try (CallScope scope = CallScope.open("claimers")) {
            var claimers = new ArrayList<FutureTask<long[]>>();
            for (int i = 0; i < threads; i++) {
                claimers.add(scope.fork(() -> claim(until)));
            }
            for (FutureTask<long[]> claimer : claimers) {
                waits.add(claimer.get());
            }
        }
        long[] all = waits.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        double seconds = (System.nanoTime() - started) / 1e9;
        System.out.printf(
                "%4d threads: %,7.0f calls/s; CPU %.1f us a call; claim p50 %.2f ms, p99 %.2f ms%n",
                threads,
                all.length / seconds,
                (cpuNanos() - cpu) / 1e3 / all.length,
                all[all.length / 2] / 1e6,
                all[all.length * 99 / 100] / 1e6);
    }

    /// The CPU time of this process.
    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private long[] claim(long until) throws InterruptedException {
        var waits = new ArrayList<Long>();
        while (System.nanoTime() < until) {
            var key = new CallKey(rows.incrementAndGet(), 0, 1, 0, 1, Calls.REQUEST.sha256());
            long before = System.nanoTime();
            recorder.awaitCommitted(recorder.record(
                    new LogEntry.CallIntended(key, 1, Samples.T, Calls.WORST, Optional.of(REQUEST), Optional.empty())));
            waits.add(System.nanoTime() - before);
            if (ends) {
                recorder.awaitCommitted(recorder.record(ended(key)));
            }
        }
        return waits.stream().mapToLong(Long::longValue).toArray();
    }

    private static LogEntry.CallEnded ended(CallKey key) {
        return new LogEntry.CallEnded(
                key,
                1,
                Samples.T,
                CallState.ANSWERED,
                "answered",
                OptionalInt.of(200),
                Usage.unknown(),
                Calls.COST,
                true,
                Calls.TIMES,
                Optional.of("req-1"),
                Optional.of(REPLY),
                OptionalLong.empty());
    }

    private static final Time REAL = new SystemTime();
}
