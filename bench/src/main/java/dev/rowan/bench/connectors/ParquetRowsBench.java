package dev.rowan.bench.connectors;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import dev.rowan.connectors.file.Compression;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import dev.rowan.parquet.ColumnType;
import dev.rowan.parquet.ParquetColumn;
import dev.rowan.parquet.ParquetTableWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run from Parquet through keyword_filter to numbered Parquet files in a bounded heap, with everything recorded.
///
/// `./rowan bench parquet_rows [HEAP ROWS]`, by default 10,000,000 rows in 512 MiB.
public final class ParquetRowsBench {
    private static final List<ParquetColumn> COLUMNS = List.of(
            new ParquetColumn("id", ColumnType.Simple.INT64),
            new ParquetColumn("text", ColumnType.Simple.TEXT),
            new ParquetColumn("price", new ColumnType.Decimal(18, 2)));

    private ParquetRowsBench() {}

    public static void run(String... args) throws Exception {
        String heap = args.length > 0 ? args[0] : "512m";
        String rows = args.length > 1 ? args[1] : "10000000";
        ChildJvm.run(List.of("-Xmx" + heap), List.of("parquet_rows_inside", rows));
    }

    /// The part that runs in the JVM with the bounded heap.
    public static void inside(String... args) throws Exception {
        long rows = Long.parseLong(args[0]);
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            Path input = folder.resolve("in.parquet");
            write(input, rows);
            Time time = new SystemTime();
            long started = time.nanos();
            RunResult result = PipelineBuilder.named("parquet_rows")
                    .source("parquet", Map.of("path", input.toString(), "id", "id"))
                    .transform(
                            "keyword_filter", Map.of("fields", "text", "blocked_patterns", List.of("\\bpassword\\b")))
                    .sink(
                            "output",
                            "parquet",
                            Map.of(
                                    "path",
                                    folder.resolve("out/part-{n}.parquet").toString()))
                    .run("sqlite:" + folder.resolve("landscape.db"));
            double seconds = (time.nanos() - started) / 1e9;
            System.out.printf(
                    "heap %d MiB: %,d rows, %d MB of Parquet, in %.1f s: %,.0f rows/s; outcomes %s, %,d rows durable%n",
                    Runtime.getRuntime().maxMemory() >> 20,
                    rows,
                    Files.size(input) / 1_000_000,
                    seconds,
                    rows / seconds,
                    result.counts().outcomes(),
                    result.sinks().values().iterator().next().rows());
        } finally {
            Folders.remove(folder);
        }
    }

    private static void write(Path file, long rows) throws IOException {
        try (var out = new BufferedOutputStream(Files.newOutputStream(file));
                var table = new ParquetTableWriter(COLUMNS, Compression.ZSTD, 64L << 20, out::write)) {
            for (long n = 0; n < rows; n++) {
                String text = "review number " + n + " says that the product is fine, and that it came late";
                if (table.write(new @Nullable Object[] {n, text, BigDecimal.valueOf(n, 2)})
                        .isPresent()) {
                    throw new IllegalStateException("row " + n + " does not fit");
                }
            }
        }
    }
}
