package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Sha256;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RowOrigin;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerTableTest {
    /// As many as the memory limit is stated for with `-Drowan.answers=10000000`.
    private static final int CALLS = Integer.getInteger("rowan.answers", 200_000);

    private static final long MAX_BYTES_EACH = 53;

    private static String sha256(long number) {
        return Sha256.hex(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    private static CallKey key(long row, String sha256) {
        return new CallKey(row, (int) (row % 1_000_000), (int) (row % 4_000), (int) (row % 200), 16_000, sha256);
    }

    @Test
    void findsEveryCallAndTakesFewBytes() {
        var table = new AnswerTable();
        for (long row = 1; row <= CALLS; row++) {
            String sha256 = sha256(row);
            assertThat(table.add(AnswerTable.hash(sha256), key(row, sha256), (int) (row % 100_000), row % 2 == 0))
                    .isTrue();
        }
        for (long row = 1; row <= CALLS; row++) {
            String sha256 = sha256(row);
            AnswerTable.Entry found = table.first(AnswerTable.hash(sha256)).orElseThrow();
            assertThat(found.key(sha256)).isEqualTo(key(row, sha256));
            assertThat(found.run()).isEqualTo((int) (row % 100_000));
            assertThat(found.failed()).isEqualTo(row % 2 == 0);
        }
        assertThat(table.first(AnswerTable.hash(sha256(0)))).isEmpty();
        assertThat(table.bytes()).isLessThan(MAX_BYTES_EACH * CALLS);
    }

    @Test
    void keepsRowsOfAggregates() {
        var table = new AnswerTable();
        String sha256 = sha256(1);
        var call = new CallKey(RowOrigin.first(4_095) + 12, 3, 4_095, 0, 1, sha256);
        assertThat(table.add(AnswerTable.hash(sha256), call, 1_000, false)).isTrue();

        AnswerTable.Entry found = table.first(AnswerTable.hash(sha256)).orElseThrow();
        assertThat(found.key(sha256)).isEqualTo(call);
        assertThat(found.run()).isEqualTo(1_000);
    }

    @Test
    void replacesOneCall() {
        var table = new AnswerTable();
        String sha256 = sha256(1);
        long hash = AnswerTable.hash(sha256);
        for (int row = 1; row <= 3; row++) {
            table.add(hash, new CallKey(row, 0, 0, 0, 1, sha256), row, false);
        }
        var other = new CallKey(9, 0, 0, 0, 1, sha256);

        assertThat(table.replace(hash, entry -> entry.run() == 2, other, 7)).isTrue();
        assertThat(table.first(hash, entry -> entry.run() == 2)).isEmpty();
        assertThat(table.first(hash, entry -> entry.run() == 7).orElseThrow().key(sha256))
                .isEqualTo(other);
        assertThat(table.replace(hash, entry -> entry.run() == 2, other, 7)).isFalse();
    }

    @Test
    void takesEqualHashesInTheOrderTheyWereAdded() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var table = new AnswerTable();
        Map<Integer, List<Long>> model = new HashMap<>();
        for (long row = 1; row <= 5_000; row++) {
            int which = random.nextInt(300);
            String sha256 = sha256(which);
            table.add(AnswerTable.hash(sha256), new CallKey(row, 0, 0, 0, 1, sha256), 0, false);
            model.computeIfAbsent(which, _ -> new ArrayList<>()).add(row);
            if (random.nextInt(4) == 0) {
                int taken = random.nextInt(300);
                List<Long> left = model.getOrDefault(taken, new ArrayList<>());
                assertThat(table.take(AnswerTable.hash(sha256(taken))).map(AnswerTable.Entry::rowSeq))
                        .as("seed %d", seed)
                        .isEqualTo(left.isEmpty() ? Optional.empty() : Optional.of(left.removeFirst()));
            }
        }
    }

    @Test
    void doesNotKeepACallWhoseNumbersDoNotFit() {
        var table = new AnswerTable();
        String sha256 = sha256(1);
        assertThat(table.add(AnswerTable.hash(sha256), new CallKey(1, 1 << 20, 0, 0, 1, sha256), 0, false))
                .isFalse();
        assertThat(table.first(AnswerTable.hash(sha256))).isEmpty();
    }
}
