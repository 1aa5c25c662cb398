package dev.rowan.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// CPU time by part of the program, attributed by thread names.
///
/// A sampling thread keeps the latest figure of each thread, since an ended thread has none. Virtual threads count
/// for their carriers.
public final class CpuShares implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Map<Long, Long> last = new ConcurrentHashMap<>();
    private final Map<Long, Long> atStart = new ConcurrentHashMap<>();
    private final Map<Long, String> names = new ConcurrentHashMap<>();
    private final long processAtStart = system.getProcessCpuTime();
    private final CallScope scope = CallScope.openPlatform("cpu-shares");

    private final Time time;

    private CpuShares(Time time) {
        this.time = time;
    }

    public static CpuShares start(Time time) {
        var shares = new CpuShares(time);
        shares.sample();
        shares.atStart.putAll(shares.last);
        shares.scope.start(shares::sampleUntilClosed);
        return shares;
    }

    private void sampleUntilClosed() {
        try {
            while (true) {
                sample();
                time.sleep(INTERVAL);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() {
        for (ThreadInfo info : threads.dumpAllThreads(false, false, 0)) {
            long cpu = threads.getThreadCpuTime(info.getThreadId());
            if (cpu > 0) {
                last.put(info.getThreadId(), cpu);
                names.put(info.getThreadId(), part(info.getThreadName()));
            }
        }
    }

    private static String part(String thread) {
        String name = thread.toLowerCase(Locale.ROOT);
        if (name.startsWith("forkjoinpool")) {
            return "rows (virtual threads)";
        }
        int end = name.length();
        while (end > 0 && (Character.isDigit(name.charAt(end - 1)) || name.charAt(end - 1) == '-')) {
            end--;
        }
        return name.substring(0, end);
    }

    /// Seconds of CPU time since the start by part; time of no Java thread is the JVM's own (JIT, garbage collection).
    public Map<String, Double> seconds() {
        sample();
        var seconds = new TreeMap<String, Double>();
        double known = 0;
        for (var entry : last.entrySet()) {
            double used = (entry.getValue() - atStart.getOrDefault(entry.getKey(), 0L)) / 1e9;
            known += used;
            seconds.merge(names.getOrDefault(entry.getKey(), "?"), used, Double::sum);
        }
        double process = (system.getProcessCpuTime() - processAtStart) / 1e9;
        seconds.put("the JVM itself", Math.max(0, process - known));
        return seconds;
    }

    @Override
    public void close() {
        scope.close();
    }
}
