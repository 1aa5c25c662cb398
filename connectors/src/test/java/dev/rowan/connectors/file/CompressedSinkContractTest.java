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

/// Sinks of text that compress their output.
class CompressedSinkContractTest {

    abstract static class Compressed extends PartedSinkContract {
        private static final String TEXT = "compressible ".repeat(40_000);

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
        @Override
        protected SinkPlugin plugin() {
            return new CsvSinkPlugin();
        }

        @Override
        protected Map<String, Object> options() {
            return Map.of("path", "output/out.csv.gz");
        }
    }

    @Nested
    class JsonlZstd extends Compressed {
        @Override
        protected SinkPlugin plugin() {
            return new JsonlSinkPlugin();
        }

        @Override
        protected Map<String, Object> options() {
            return Map.of("path", "output/out.jsonl.zst");
        }
    }

    @Nested
    class JsonZstd extends Compressed {
        @Override
        protected SinkPlugin plugin() {
            return new JsonSinkPlugin();
        }

        @Override
        protected Map<String, Object> options() {
            return Map.of("path", "output/out.json", "compression", "zstd");
        }
    }

    @Nested
    class TextGzip extends Compressed {
        @Override
        protected SinkPlugin plugin() {
            return new TextSinkPlugin();
        }

        @Override
        protected Map<String, Object> options() {
            return Map.of("path", "output/out.txt", "compression", "gzip");
        }
    }
}
