package dev.rowan.testkit;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The live threads, including virtual ones.
public final class LiveThreads {
    private LiveThreads() {}

    /// Those whose name starts with one of `prefixes`, named as in the JVM's thread dump.
    public static List<String> named(Path folder, String... prefixes) throws IOException {
        Path dump = Files.createTempDirectory(folder, "threads").resolve("dump.txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        try (Stream<String> lines = Files.lines(dump)) {
            return lines.filter(line -> line.startsWith("#"))
                    .filter(line -> Stream.of(prefixes).anyMatch(prefix -> line.contains("\"" + prefix)))
                    .toList();
        }
    }
}
