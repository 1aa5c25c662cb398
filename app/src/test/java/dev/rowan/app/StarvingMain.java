package dev.rowan.app;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.rowan.cli.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The real program, except that the thread which reaches a given point fills the heap to the last object and keeps
/// it full for a while, so that every thread fails wherever it allocates: `java … StarvingMain 17 200 run FILE`. At
/// odd points the thread itself dies too. Points are numbered as in [HaltingMain].
///
/// A process that has not ended within 10 s after that ends with [#HUNG], or within as many as the property
/// `rowan.chaos.patience` says, where the machine is busy with other things.
final class StarvingMain {
    static final int HUNG = 99;

    private static final Duration PATIENCE = Duration.ofSeconds(Long.getLong("rowan.chaos.patience", 10));

    private static volatile boolean full;
    private static volatile long fullAt;
    private static @Nullable Object @Nullable [] held;

    private StarvingMain() {}

    public static void main(String... args) {
        long point = Long.parseLong(args[0]);
        long hold = Duration.ofMillis(Long.parseLong(args[1])).toNanos();
        var reached = new AtomicLong();
        Thread watchdog = new Thread(StarvingMain::endWhenHung, "watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
        Runtime.getRuntime().addShutdownHook(new Thread(StarvingMain::tellTime));
        Main.end(
                _ -> {
                    if (reached.incrementAndGet() == point) {
                        starve(hold);
                        if (point % 2 == 1) {
                            throw new OutOfMemoryError("of a test");
                        }
                    }
                },
                Arrays.copyOfRange(args, 2, args.length));
    }

    private static void starve(long hold) {
        System.err.println("starved");
        fill();
        fullAt = System.nanoTime();
        full = true;
        long until = System.nanoTime() + hold;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        held = null;
    }

    private static void fill() {
        int size = 1 << 20;
        while (size > 0) {
            try {
                held = new Object[] {held, new byte[size]};
            } catch (OutOfMemoryError _) {
                size /= 2;
            }
        }
    }

    /// What every thread is doing, virtual ones included.
    private static void tellThreads() throws IOException {
        Path folder = Files.createTempDirectory("rowan-threads");
        Path dump = folder.resolve("threads.txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        System.err.println(Files.readString(dump));
        Files.delete(dump);
        Files.delete(folder);
    }

    private static void tellTime() {
        if (full) {
            System.err.println("ended after " + (System.nanoTime() - fullAt) / 1_000_000 + " ms");
        }
    }

    private static void endWhenHung() {
        while (!full) {
            LockSupport.parkNanos(10_000_000);
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        try {
            tellThreads();
        } catch (IOException untold) {
            System.err.println(untold);
        }
        Runtime.getRuntime().halt(HUNG);
    }
}
