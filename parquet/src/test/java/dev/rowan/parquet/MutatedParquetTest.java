package dev.rowan.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// However a file is damaged, reading it ends: with a message, or with rows and quarantined row groups.
/// `-Drowan.fuzz=1000000` sets the number of inputs, `-Drowan.seed` the first seed.
class MutatedParquetTest {
    private static final int INPUTS = Integer.getInteger("rowan.fuzz", 600);
    private static final List<ParquetColumn> COLUMNS = List.of(
            new ParquetColumn("n", ColumnType.Simple.INT64),
            new ParquetColumn("text", ColumnType.Simple.TEXT),
            new ParquetColumn("tags", ColumnType.parse("list(text)")),
            new ParquetColumn("price", ColumnType.parse("decimal(30,2)")));

    @TempDir
    private Path folder;

    private static byte[] file(Compression compression) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var writer = new ParquetTableWriter(COLUMNS, compression, 1, bytes::write)) {
            for (long n = 0; n < 250; n++) {
                assertThat(writer.write(new @Nullable Object[] {n, "text " + n % 7, List.of("a", "b" + n), "1.25"}))
                        .isEmpty();
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void readingADamagedFileEnds() throws Exception {
        long first = Long.getLong("rowan.seed", 1L);
        List<byte[]> files = List.of(file(Compression.NONE), file(Compression.ZSTD), file(Compression.GZIP));
        for (long seed = first; seed < first + INPUTS; seed++) {
            var random = new Random(seed);
            byte[] whole = files.get(random.nextInt(files.size()));
            try {
                List<Item> items = read(damaged(whole, random));
                assertThat(items).as("seed %d", seed).hasSizeLessThan(100_000);
            } catch (PluginException refused) {
                assertThat(refused.getMessage()).as("seed %d", seed).contains("in.parquet");
            } catch (Throwable broken) {
                throw new AssertionError("seed " + seed, broken);
            }
        }
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        if (random.nextInt(8) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        boolean footer = random.nextBoolean();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = footer
                    ? bytes.length - 1 - random.nextInt(Math.min(1_500, bytes.length))
                    : random.nextInt(bytes.length);
            bytes[at] = (byte) random.nextInt();
        }
        return bytes;
    }

    private List<Item> read(byte[] bytes) throws Exception {
        Path file = Files.write(folder.resolve("in.parquet"), bytes);
        var plugin = new ParquetSourcePlugin();
        Section section = Section.check(
                        ConfigNode.of(Map.of("path", file.toString(), "max_row_group", "16MiB")),
                        plugin.options(),
                        folder,
                        new Problems())
                .orElseThrow();
        var items = new ArrayList<Item>();
        try (Source source = plugin.configure(section)) {
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
        }
        return items;
    }
}
