package dev.rowan.web.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compared with queues in a map.
class UnmatchedRowsPropertyTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void behavesLikeQueuesInAMap(long seed) {
        var random = new Random(seed);
        var table = new UnmatchedRows();
        Map<Long, Deque<Long>> queues = new HashMap<>();
        long keys = seed % 2 == 0 ? 7 : 5_000;
        for (long row = 1; row <= 60_000; row++) {
            long key = random.nextLong(keys) << (seed == 3 ? 40 : 0);
            if (random.nextInt(5) < 3) {
                table.add(new RowDigest(row, key, row * 3, row * 5, row % 2 == 0));
                queues.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(row);
            } else {
                Long expected = queues.getOrDefault(key, new ArrayDeque<>()).poll();
                RowDigest taken = table.take(key);
                assertThat(taken == null ? null : (Long) taken.row())
                        .as("seed %d", seed)
                        .isEqualTo(expected);
                if (taken != null) {
                    assertThat(taken)
                            .isEqualTo(new RowDigest(
                                    taken.row(), key, taken.row() * 3, taken.row() * 5, taken.row() % 2 == 0));
                }
            }
        }
        Set<Long> left = new HashSet<>();
        table.forEachRow(left::add);
        Set<Long> expected = new HashSet<>();
        queues.values().forEach(expected::addAll);
        assertThat(left).isEqualTo(expected).hasSize(table.size());
    }
}
