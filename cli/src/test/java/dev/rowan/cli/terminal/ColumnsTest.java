package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnsTest {

    @Test
    void countsWideAndCombiningCharacters() {
        assertThat(Columns.of("abc")).isEqualTo(3);
        assertThat(Columns.of("素晴")).isEqualTo(4);
        assertThat(Columns.of("e\u0301")).isEqualTo(1);
        assertThat(Columns.of("👍")).isEqualTo(2);
    }

    @Test
    void cutsAtTheColumnNotAtTheCharacter() {
        assertThat(Columns.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Columns.cut("abcdef", 5)).isEqualTo("abcd…");
        assertThat(Columns.cut("素晴らしい", 6)).isEqualTo("素晴…");
    }

    @Test
    void keepsBothEndsOfAPath() {
        assertThat(Columns.cutMiddle("examples/quickstart/out/reviews.jsonl", 20))
                .isEqualTo("example…eviews.jsonl");
    }
}
