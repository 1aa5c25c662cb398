package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.storage.blob.models.BlockListType;
import dev.rowan.api.Row;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class AzureBlobJsonlSinkResumeTest extends AzureBlobSinkResumeContract {
    private static final Row ROW = Row.of("id", "1");

    @Override
    String format() {
        return "jsonl";
    }

    @Test
    void aBlobOfManyBlocksIsWhatItWouldBeWithoutACrash() throws Exception {
        long seed = 20261115;
        var random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(ROW.with("text", String.valueOf((char) ('a' + i % 26)).repeat(random.nextInt(400_000))));
        }
        Mark straight = written(rows);
        byte[] expected = content().orElseThrow();
        assertThat(expected.length).as("seed %s", seed).isGreaterThan(2 * 4 * 1024 * 1024);
        delete();

        Sink sink = sink(Map.of(), Faults.NONE);
        sink.open(Existing.REFUSE);
        Mark mark = Mark.at(0);
        int crashes = 0;
        while (mark.rows() < rows.size()) {
            Mark before = mark;
            int to = (int) Math.min(rows.size(), mark.rows() + 1 + random.nextInt(12));
            for (int i = (int) mark.rows(); i < to; i++) {
                sink.write(rows.get(i));
            }
            mark = sink.sync();
            if (random.nextInt(3) > 0 && mark.rows() < rows.size()) {
                sink.write(ROW.with("text", "z".repeat(random.nextInt(9_000_000))));
                if (random.nextBoolean()) {
                    sink.sync();
                }
                crash(sink);
                crashes++;
                mark = random.nextInt(4) == 0 ? before : mark;
                sink = sink(Map.of(), Faults.NONE);
                sink.resume(mark);
            }
        }
        sink.close();
        assertThat(crashes).as("must-fail control, seed %s", seed).isGreaterThan(3);
        assertThat(mark).as("seed %s", seed).isEqualTo(straight);
        assertThat(content().orElseThrow()).as("seed %s", seed).isEqualTo(expected);
    }

    private Mark written(List<Row> rows) throws Exception {
        try (Sink sink = sink(Map.of(), Faults.NONE)) {
            sink.open(Existing.REFUSE);
            for (Row row : rows) {
                sink.write(row);
            }
            return sink.sync();
        }
    }

    @Test
    void wholeBlocksStayAndStagedOnesAreDropped() throws Exception {
        Sink sink = sink(Map.of(), Faults.NONE);
        sink.open(Existing.REFUSE);
        sink.write(ROW.with("text", "x".repeat(10_000_000)));
        Mark mark = sink.sync();
        List<String> before = committed();
        sink.write(ROW.with("text", "y".repeat(10_000_000)));
        assertThat(blob().getBlockBlobClient()
                        .listBlocks(BlockListType.UNCOMMITTED)
                        .getUncommittedBlocks())
                .as("must-fail control: blocks are staged")
                .isNotEmpty();
        crash(sink);

        sink(Map.of(), Faults.NONE).resume(mark);
        assertThat(committed().subList(0, 2)).isEqualTo(before.subList(0, 2));
        assertThat(blob().getBlockBlobClient()
                        .listBlocks(BlockListType.UNCOMMITTED)
                        .getUncommittedBlocks())
                .isEmpty();
    }

    private List<String> committed() {
        return blob().getBlockBlobClient().listBlocks(BlockListType.COMMITTED).getCommittedBlocks().stream()
                .map(block -> block.getName())
                .toList();
    }

    @Test
    void aWriterThatSleptThroughTheResumeWritesNoMore() throws Exception {
        Sink asleep = sink(Map.of(), Faults.NONE);
        asleep.open(Existing.REFUSE);
        asleep.write(ROW);
        Mark mark = asleep.sync();
        asleep.write(ROW);

        Sink heir = sink(Map.of(), Faults.NONE);
        heir.resume(mark);
        assertThatThrownBy(asleep::sync)
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("something else changed or deleted it");
        assertThat(content().orElseThrow()).hasSize((int) mark.end());
        heir.write(ROW);
        assertThat(heir.sync().rows()).isEqualTo(2);
    }
}
