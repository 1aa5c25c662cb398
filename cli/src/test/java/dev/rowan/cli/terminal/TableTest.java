package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.cli.terminal.Table.Column;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Table table() {
        return Table.of(Column.left("sink"), Column.right("rows"), Column.path("file"))
                .row("output", "2,871", "examples/quickstart/out/reviews.jsonl")
                .row("素晴", "3", "");
    }

    @Test
    void alignsByColumns() {
        assertThat(table().lines("  ", Terminal.plain(80)))
                .containsExactly(
                        "  sink     rows  file",
                        "  output  2,871  examples/quickstart/out/reviews.jsonl",
                        "  素晴        3");
    }

    @Test
    void truncatesTheWidestColumn() {
        assertThat(table().lines("  ", Terminal.plain(45)))
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(45))
                .contains("  output  2,871  examples/…/out/reviews.jsonl");
    }

    @Test
    void leavesTitlesAwayWhenThereAreNone() {
        assertThat(Table.of(Column.left(""), Column.left("")).row("a", "b").lines("", Terminal.plain(80)))
                .containsExactly("a  b");
    }

    @Test
    void coloursCellsWithoutDisturbingTheColumns() {
        AnsiStyle paint = new AnsiStyle(true);
        Table table = Table.of(Column.left("").painted(paint::status), Column.right(""));
        assertThat(table.row("failed", "1").row("completed", "2").lines("", new Terminal(80, true, true)))
                .containsExactly("\u001b[31mfailed   \u001b[0m  1", "\u001b[32mcompleted\u001b[0m  2");
    }

    @Test
    void refusesARowOfAnotherShape() {
        assertThatThrownBy(() -> table().row("one")).hasMessage("3 columns need as many cells, got 1");
    }
}
