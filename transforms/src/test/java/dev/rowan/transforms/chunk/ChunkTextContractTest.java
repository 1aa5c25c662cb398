package dev.rowan.transforms.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChunkTextContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new ChunkTextPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("field", "text", "unit", "chars", "size", 4, "overlap", 1, "as", "chunk", "max_rows", 4);
    }

    @Override
    protected Row passing() {
        return Row.of("id", 7).with("text", "abcdefgh");
    }

    @Test
    void splitsWithOverlapAndSaysWhereEachChunkStands() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.successMulti(
                        List.of(chunk("abcd", 1, 0, 4), chunk("defg", 2, 3, 7), chunk("gh", 3, 6, 8))));
    }

    @Test
    void countsCodePoints() {
        assertThat(chunks(Map.of("field", "text", "size", 2), "a😀b😀c")).containsExactly("a😀", "b😀", "c");
    }

    @Test
    void splitsBySentences() {
        assertThat(chunks(
                        Map.of("field", "text", "unit", "sentences", "size", 2, "overlap", 1),
                        "One is here. Two is here! Is three? Yes."))
                .containsExactly("One is here. Two is here! ", "Two is here! Is three? ", "Is three? Yes.");
    }

    @Test
    void anEmptyLineEndsASentence() {
        Map<String, Object> one = Map.of("field", "text", "unit", "sentences", "size", 1);

        assertThat(chunks(one, "First. Second.\n\n- item")).containsExactly("First. ", "Second.\n\n", "- item");
        assertThat(chunks(one, "\n \nTitle\r\n \r\n\r\n  A sentence\nof two lines. Last\n\n"))
                .containsExactly("\n \nTitle\r\n \r\n\r\n", "  A sentence\nof two lines. ", "Last\n\n");
    }

    @Test
    void splitsByTokens() {
        List<String> chunks =
                chunks(Map.of("field", "text", "unit", "tokens", "size", 3), "The quick brown fox jumps over it");

        assertThat(String.join("", chunks)).isEqualTo("The quick brown fox jumps over it");
        assertThat(chunks).containsExactly("The quick brown", " fox jumps over", " it");
    }

    @Test
    void makesNoRowOfAnEmptyText() {
        assertThat(chunks(Map.of("field", "text", "size", 2), "")).isEmpty();
    }

    @Test
    void failsOnWhatIsNoTextOrHasTooManyChunks() {
        assertThat(code(Row.of("id", 7))).isEqualTo("missing_field");
        assertThat(code(Row.of("text", 12))).isEqualTo("not_text");
        assertThat(code(Row.of("text", "abcdefghijklmnop"))).isEqualTo("too_many_rows");
        assertThat(code(passing().with("start", 1))).isEqualTo("field_collision");
    }

    @Test
    void refusesAnOverlapThatMakesNoProgress() {
        assertThat(problems(Map.of("field", "text", "size", 3, "overlap", 3)))
                .map(Problem::message)
                .containsExactly("must be less than 'size' (3), got 3");
    }

    private static Row chunk(String text, int number, int start, int end) {
        return Row.of("id", 7)
                .with("chunk", text)
                .with("chunk_no", number)
                .with("start", start)
                .with("end", end);
    }

    private List<String> chunks(Map<String, Object> options, String text) {
        TransformResult result = process(options, Row.of("text", text));
        return ((TransformResult.SuccessMulti) result)
                .rows().stream().map(row -> row.text("chunk").orElseThrow()).toList();
    }

    private String code(Row row) {
        return ((TransformResult.Error) process(options(), row)).reason().code();
    }
}
