package dev.rowan.landscape.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.history.FieldChanges.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldChangesTest {

    @Test
    void reportsAddedChangedAndRemovedFields() {
        Row before = Row.of("a", 1).with("b", null).with("c", "x");
        Row after = Row.of("b", 2).with("c", "x").with("d", List.of());
        assertThat(FieldChanges.between(before, after))
                .containsExactly(
                        new Change.Removed("a", 1L),
                        new Change.Changed("b", null, 2L),
                        new Change.Added("d", List.of()));
    }

    @Test
    void findsNoChangesInAnUnchangedRow() {
        Row row = Row.of("a", 1);
        assertThat(FieldChanges.between(row, Row.of("a", 1L))).isEmpty();
    }
}
