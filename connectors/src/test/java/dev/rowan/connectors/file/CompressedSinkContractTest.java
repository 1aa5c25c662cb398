package dev.rowan.connectors.file;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.csv.CsvSinkPlugin;
import dev.rowan.connectors.json.JsonSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.text.TextSinkPlugin;
import dev.rowan.testkit.contract.PartedSinkContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// Sinks of text that compress their output.
@Tag("slow")
class CompressedSinkContractTest {

    abstract static class Compressed extends PartedSinkContract {
        private static final String TEXT = "compressible ".repeat(40_000);

        private final SinkPlugin plugin;
        private final Map<String, Object> options;

        Compressed(SinkPlugin plugin, Map<String, Object> options) {
            this.plugin = plugin;
            this.options = options;
        }

        @Override
        protected SinkPlugin plugin() {
            return plugin;
        }

        @Override
        protected Map<String, Object> options() {
            return options;
        }

        @Override
        protected int rows() {
            return 21;
        }

        @Override
        protected Row row(int n) {
            return Row.of("n", n).with("text", n + TEXT);
        }
    }

    @Nested
    class CsvGzip extends Compressed {
        CsvGzip() {
            super(new CsvSinkPlugin(), Map.of("path", "output/out.csv.gz"));
        }
    }

    @Nested
    class JsonlZstd extends Compressed {
        JsonlZstd() {
            super(new JsonlSinkPlugin(), Map.of("path", "output/out.jsonl.zst"));
        }
    }

    @Nested
    class JsonZstd extends Compressed {
        JsonZstd() {
            super(new JsonSinkPlugin(), Map.of("path", "output/out.json", "compression", "zstd"));
        }
    }

    @Nested
    class TextGzip extends Compressed {
        TextGzip() {
            super(new TextSinkPlugin(), Map.of("path", "output/out.txt", "compression", "gzip"));
        }
    }
}
