package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.connectors.storage.WireSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A blob of 64 MiB is copied to another in a heap of 40 MiB, which needs its own JVM.
@ExtendWith(AzuriteExtension.class)
@Tag("slow")
class LargeBlobTest {
    private static final int SIZE = 64 * 1024 * 1024;

    @Test
    void copiesALargeBlobInASmallHeap(Azurite azurite) throws Exception {
        var container = azurite.newContainer();
        byte[] content = AzureBlobSourceTest.lines(SIZE);
        container.getBlobClient("in").upload(BinaryData.fromBytes(content));

        assertThat(inASmallHeap(azurite, container.getBlobContainerName(), "4KiB"))
                .isEqualTo("Mark end " + content.length + "\n");
        assertThat(container.getBlobClient("out").downloadContent().toBytes()).isEqualTo(content);
    }

    @Test
    void mustFailControlTheHeapIsTooSmallForTheBlob(Azurite azurite) throws Exception {
        var container = azurite.newContainer();
        byte[] oneLine = AzureBlobSourceTest.lines(SIZE);
        java.util.Arrays.fill(oneLine, 0, oneLine.length - 1, (byte) ' ');
        container.getBlobClient("in").upload(BinaryData.fromBytes(oneLine));

        assertThat(inASmallHeap(azurite, container.getBlobContainerName(), "1GiB"))
                .contains("OutOfMemoryError");
    }

    private static String inASmallHeap(Azurite azurite, String container, String limit) throws Exception {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Copy.class.getName(),
                        container,
                        limit)
                .redirectErrorStream(true);
        builder.environment().put(AccountReference.VARIABLE, azurite.connectionString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /// Copies the blob `in` to `out` and prints the durable mark.
    static final class Copy {
        private Copy() {}

        static void main(String[] args) throws Exception {
            var setup = new WireSetup(System.getenv(), WireSetup.client(), new SystemTime());
            var from = new AzureBlobSourcePlugin();
            var to = new AzureBlobSinkPlugin();
            Map<String, Object> in =
                    Map.of("container", args[0], "blob", "in", "format", "jsonl", "max_record_bytes", args[1]);
            try (Source source = from.configure(section(from, in));
                    Sink sink =
                            to.configure(section(to, Map.of("container", args[0], "blob", "out", "format", "jsonl")))) {
                source.prepare(setup);
                sink.prepare(setup);
                source.open();
                sink.open(Sink.Existing.REFUSE);
                for (var item = source.next(); item.isPresent(); item = source.next()) {
                    if (item.get() instanceof Source.Item.Record(var _, var row, var _)) {
                        sink.write(row);
                    }
                }
                System.out.println("Mark end " + sink.sync().end());
            }
        }

        private static Section section(Plugin plugin, Map<String, Object> options) {
            return Section.check(ConfigNode.of(options), plugin.options(), Path.of(""), new Problems())
                    .orElseThrow();
        }
    }
}
