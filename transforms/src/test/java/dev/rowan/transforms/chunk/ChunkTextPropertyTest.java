package dev.rowan.transforms.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.testkit.FakeContext;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// Chunks cover a text without gaps, repeat what overlaps, and never cut a code point.
class ChunkTextPropertyTest {

    @Property(tries = 300)
    void coversTheTextWithoutGaps(
            @ForAll("texts") String text,
            @ForAll ChunkUnit unit,
            @ForAll @IntRange(min = 1, max = 5) int size,
            @ForAll @IntRange(max = 4) int overlap) {
        var settings = new ChunkTextSettings("text", unit, size, Math.min(overlap, size - 1), "chunk", 1_000_000);

        TransformResult result = new ChunkText(settings).process(Row.of("text", text), new FakeContext());

        List<Row> rows = ((TransformResult.SuccessMulti) result).rows();
        int[] codePoints = text.codePoints().toArray();
        long covered = 0;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            long start = (Long) row.asMap().getOrDefault("start", -1L);
            long end = (Long) row.asMap().getOrDefault("end", -1L);
            assertThat(row.get("chunk_no")).isEqualTo(i + 1L);
            assertThat(row.get("chunk")).isEqualTo(new String(codePoints, (int) start, (int) (end - start)));
            assertThat(start).isLessThanOrEqualTo(covered);
            assertThat(end).isGreaterThan(covered);
            covered = end;
        }
        assertThat(covered).isEqualTo(codePoints.length);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("word ", "ü", "😀", "𝄞", ". ", "日本", "\n", "supercalifragilistic", "\u0301")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }
}
