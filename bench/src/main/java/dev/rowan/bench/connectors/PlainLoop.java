package dev.rowan.bench.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.csv.CsvSinkPlugin;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import dev.rowan.connectors.csv.CsvText;
import dev.rowan.connectors.json.JsonSinkPlugin;
import dev.rowan.connectors.json.JsonSourcePlugin;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.text.TextSinkPlugin;
import dev.rowan.connectors.text.TextSourcePlugin;
import dev.rowan.json.RowJson;
import dev.rowan.parquet.ParquetSinkPlugin;
import dev.rowan.parquet.ParquetSourcePlugin;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A format as a loop of a few lines over the same library: nothing is checked, bounded, quarantined, hashed or
/// synced.
enum PlainLoop {
    CSV("csv", ".csv", CsvSourcePlugin::new, CsvSinkPlugin::new) {
        @Override
        byte[] line(Row row) {
            return CsvText.line(List.copyOf(row.asMap().values())).getBytes(UTF_8);
        }

        @Override
        void parse(String line) {
            Map<Integer, String> cells = new HashMap<>();
            for (String cell : line.split(",")) {
                cells.put(cells.size(), cell);
            }
        }

        @Override
        long lines(long rows) {
            return rows - 1; // the header
        }
    },
    JSONL("jsonl", ".jsonl", JsonlSourcePlugin::new, JsonlSinkPlugin::new),
    JSONL_GZ("jsonl.gz", ".jsonl.gz", JsonlSourcePlugin::new, JsonlSinkPlugin::new),
    JSONL_ZST("jsonl.zst", ".jsonl.zst", JsonlSourcePlugin::new, JsonlSinkPlugin::new),
    JSON("json", ".json", JsonSourcePlugin::new, JsonSinkPlugin::new) {
        @Override
        void parse(String line) throws Exception {
            if (line.length() > 1) {
                super.parse(line.substring(1));
            }
        }

        @Override
        long lines(long rows) {
            return rows - 1; // the closing bracket
        }
    },
    TEXT("text", ".txt", TextSourcePlugin::new, TextSinkPlugin::new) {
        @Override
        byte[] line(Row row) {
            return (row.get("text") + "\n").getBytes(UTF_8);
        }

        private static final Row.Names NAMES = Row.Names.of(List.of("text", "path", "line"));

        @Override
        void parse(String line) {
            Row row = Row.of(NAMES, List.of(line, "ours.txt", 1L));
            if (row.size() == 0) {
                throw new IllegalStateException("no text");
            }
        }
    },
    PARQUET("parquet", ".parquet", ParquetSourcePlugin::new, ParquetSinkPlugin::new) {
        @Override
        long write(List<Row> rows, Path file) throws IOException {
            return PlainParquet.write(rows, file);
        }

        @Override
        long read(Path file) throws IOException {
            return PlainParquet.read(file);
        }
    };

    private static final int BUFFER = 128 * 1024;

    private final String title;
    private final String suffix;
    private final Supplier<SourcePlugin> source;
    private final Supplier<SinkPlugin> sink;

    PlainLoop(String title, String suffix, Supplier<SourcePlugin> source, Supplier<SinkPlugin> sink) {
        this.title = title;
        this.suffix = suffix;
        this.source = source;
        this.sink = sink;
    }

    String title() {
        return title;
    }

    String suffix() {
        return suffix;
    }

    boolean isText() {
        return this == TEXT;
    }

    SourcePlugin source() {
        return source.get();
    }

    SinkPlugin sink() {
        return sink.get();
    }

    byte[] line(Row row) {
        byte[] json = RowJson.write(row);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    void parse(String line) throws Exception {
        Row row = RowJson.readRow(line.getBytes(UTF_8));
        if (row.size() == 0) {
            throw new IllegalStateException("no fields");
        }
    }

    /// The rows in so many lines.
    long lines(long lines) {
        return lines;
    }

    long write(List<Row> rows, Path file) throws IOException {
        try (OutputStream stream = packing(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
            for (Row row : rows) {
                stream.write(line(row));
            }
        }
        return rows.size();
    }

    long read(Path file) throws Exception {
        long lines = 0;
        try (var reader =
                new BufferedReader(new InputStreamReader(unpacking(Files.newInputStream(file)), UTF_8), BUFFER)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                parse(line);
                lines++;
            }
        }
        return lines(lines);
    }

    private OutputStream packing(OutputStream stream) throws IOException {
        return suffix.endsWith(".gz")
                ? new GZIPOutputStream(stream)
                : suffix.endsWith(".zst") ? new ZstdOutputStreamNoFinalizer(stream) : stream;
    }

    private InputStream unpacking(InputStream stream) throws IOException {
        return suffix.endsWith(".gz")
                ? new GZIPInputStream(stream, BUFFER)
                : suffix.endsWith(".zst") ? new ZstdInputStreamNoFinalizer(stream) : stream;
    }
}
