package dev.rowan.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A line of 1 GiB is skipped in a small heap, which needs its own JVM.
@Tag("slow")
class LargeRecordTest {
    private static final long GIB = 1024L * 1024 * 1024;

    @TempDir
    Path folder;

    @Test
    void aCsvRecordOfOneGibibyteIsQuarantinedInASmallHeap() throws Exception {
        write("a,b\n1,ok\n2,", "\n3,ok\n");

        assertThat(readInASmallHeap("csv", "16MiB"))
                .isEqualTo("[line 2 ok, line 3 record_too_large %d, line 4 ok]\n".formatted(GIB + 2));
    }

    @Test
    void aJsonlLineOfOneGibibyteIsQuarantinedInASmallHeap() throws Exception {
        write("{\"a\":1}\n" + " ".repeat(5_000) + "\n", "\n{\"a\":3}\n");

        assertThat(readInASmallHeap("jsonl", "16MiB"))
                .isEqualTo("[line 1 ok, line 3 record_too_large %d, line 4 ok]\n".formatted(GIB));
    }

    @Test
    void mustFailControlTheHeapIsTooSmallForTheLine() throws Exception {
        write("a,b\n1,ok\n2,", "\n3,ok\n");

        assertThat(readInASmallHeap("csv", "1GiB")).contains("OutOfMemoryError");
    }

    private void write(String before, String after) throws Exception {
        try (var file = new RandomAccessFile(folder.resolve("input").toFile(), "rw")) {
            file.write(before.getBytes(StandardCharsets.UTF_8));
            file.setLength(file.getFilePointer() + GIB);
            file.seek(file.length());
            file.write(after.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String readInASmallHeap(String plugin, String limit) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reader.class.getName(),
                        plugin,
                        folder.resolve("input").toString(),
                        limit)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /// Reads a file and prints the result for each record.
    static final class Reader {
        private Reader() {}

        static void main(String[] args) throws Exception {
            SourcePlugin plugin = ServiceLoader.load(SourcePlugin.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(found -> found.name().equals(args[0]))
                    .findFirst()
                    .orElseThrow();
            Section section = Section.check(
                            ConfigNode.of(Map.of("path", args[1], "max_record_bytes", args[2])),
                            plugin.options(),
                            Path.of(""),
                            new Problems())
                    .orElseThrow();
            var said = new java.util.ArrayList<String>();
            try (Source source = plugin.configure(section)) {
                source.open();
                for (var item = source.next(); item.isPresent(); item = source.next()) {
                    said.add(item.get().position()
                            + switch (item.get()) {
                                case Source.Item.Record _ -> " ok";
                                case Source.Item.Unreadable(var _, var reason, var _) ->
                                    " " + reason.code() + " " + reason.details().get("bytes");
                            });
                }
            }
            System.out.println(said);
        }
    }
}
