package dev.rowan.connectors.file;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.csv.CsvSinkPlugin;
import dev.rowan.connectors.json.JsonSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.text.TextSinkPlugin;
import dev.rowan.testkit.contract.SinkImageContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// What crashes leave of plain text files.
@Tag("slow")
class LineSinkImagesTest {

    abstract static class Plain extends SinkImageContract {
        private final SinkPlugin plugin;

        Plain(SinkPlugin plugin) {
            this.plugin = plugin;
        }

        @Override
        protected SinkPlugin plugin() {
            return plugin;
        }

        @Override
        protected Map<String, Object> options() {
            return Map.of("path", "output/out");
        }

        @Override
        protected int rows() {
            return 21;
        }

        /// Every third row fills the buffer.
        @Override
        protected Row row(int n) {
            return Row.of("n", n).with("text", "row " + n + "x".repeat(n % 3 == 0 ? 140_000 : n));
        }
    }

    @Nested
    class Csv extends Plain {
        Csv() {
            super(new CsvSinkPlugin());
        }
    }

    @Nested
    class Jsonl extends Plain {
        Jsonl() {
            super(new JsonlSinkPlugin());
        }
    }

    @Nested
    class Json extends Plain {
        Json() {
            super(new JsonSinkPlugin());
        }
    }

    @Nested
    class Text extends Plain {
        Text() {
            super(new TextSinkPlugin());
        }
    }
}
