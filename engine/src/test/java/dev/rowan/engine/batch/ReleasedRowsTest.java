package dev.rowan.engine.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReleasedRowsTest {
    private static ReleasedRows released(List<List<Long>> notes) {
        return ReleasedRows.of(notes.stream()
                .map(rows -> ReleasedRows.note("llm", rows, Instant.EPOCH).facts())
                .toList());
    }

    @Test
    void keepsEachRowOfRangesThatOverlap() {
        ReleasedRows released =
                released(List.of(List.of(5L, 6L, 7L, 8L), List.of(6L, 7L), List.of(8L, 9L), List.of(12L)));

        assertThat(LongStream.rangeClosed(1, 13)
                        .filter(row -> released.contains("llm", row))
                        .boxed()
                        .toList())
                .containsExactly(5L, 6L, 7L, 8L, 9L, 12L);
        assertThat(released.contains("other", 5)).isFalse();
    }

    @Test
    void joinsARangeThatCoversSeveral() {
        ReleasedRows released = released(List.of(List.of(3L), List.of(6L, 7L), List.of(2L, 3L, 4L, 5L, 6L)));

        assertThat(LongStream.rangeClosed(1, 8)
                        .filter(row -> released.contains("llm", row))
                        .boxed()
                        .toList())
                .containsExactly(2L, 3L, 4L, 5L, 6L, 7L);
    }
}
