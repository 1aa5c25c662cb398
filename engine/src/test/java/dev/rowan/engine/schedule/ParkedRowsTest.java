package dev.rowan.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ParkedRowsTest {
    private final ParkedRows rows = new ParkedRows();

    @Test
    void aRowIsClaimedOnceWhileItIsParked() {
        rows.start(1, 1);
        assertThat(rows.park(1, 0)).isTrue();
        assertThat(rows.claim(List.of(1L, 1L))).containsExactly(1L);
        assertThat(rows.claim(List.of(1L))).isEmpty();
        assertThat(rows.waiting()).isZero();
    }

    @Test
    void aWakeOnTheWayKeepsTheRowFromBeingParkedOnce() {
        rows.start(1, 1);
        assertThat(rows.claim(List.of(1L))).isEmpty();
        assertThat(rows.park(1, 0)).isFalse();
        assertThat(rows.park(1, 0)).isTrue();
    }

    @Test
    void aRowThatHasEndedIsNotWoken() {
        rows.start(1, 1);
        rows.end(1);
        rows.start(2, 2);
        assertThat(rows.claim(List.of(1L))).isEmpty();
        rows.end(2);
        assertThat(rows.isIdleSince(2)).isTrue();
    }

    @Test
    void remembersARowWokenBeforeItHasAPosition() {
        assertThat(rows.claim(List.of(7L, 9L))).isEmpty();
        assertThat(rows.parkedBefore(7, 1)).isFalse();
        assertThat(rows.parkedBefore(8, 2)).isTrue();
        rows.start(9, 3);
        assertThat(rows.park(9, 0)).isFalse();
        assertThat(rows.waiting()).isEqualTo(1);
    }

    @Test
    void noRowIsOnItsWayTwice() {
        rows.start(1, 1);
        assertThatThrownBy(() -> rows.start(1, 1)).hasMessageContaining("on its way already");
    }

    @Test
    void findsPositionsDespiteGapsInRowNumbers() {
        long place = 0;
        var numbers =
                LongStream.rangeClosed(1, 5_000).filter(n -> n % 1_000 > 10).toArray();
        for (long row : numbers) {
            rows.parkedBefore(row, ++place);
        }
        for (int i = 0; i < numbers.length; i++) {
            assertThat(rows.positionOf(numbers[i])).isEqualTo(i + 1);
        }
        assertThat(rows.waiting()).isEqualTo(numbers.length);
        assertThat(rows.bytes()).isLessThan(2_000);
    }

    /// Rows park and are woken by several threads: each is walked by one thread at a time, no wake is lost, and all
    /// come to an end.
    @RepeatedTest(20)
    void runsEachRowOnOneThreadAndLosesNoWake(RepetitionInfo info) throws Exception {
        int count = 300;
        int rounds = 6;
        long seed = 4_711L + info.getCurrentRepetition();
        var walking = new AtomicIntegerArray(count + 1);
        var walks = new AtomicIntegerArray(count + 1);
        var settled = new AtomicIntegerArray(count + 1);
        var asked = new AtomicIntegerArray(count + 1);
        var broken = new AtomicInteger();
        var ended = new AtomicInteger();
        try (var scope = CallScope.open("test")) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                int row = i;
                rows.start(row, row);
                done.add(scope.fork(() -> {
                    walk(row, rounds, walking, walks, settled, asked, broken, ended);
                    return null;
                }));
            }
            for (int waker = 0; waker < 3; waker++) {
                var random = new Random(seed * 31 + waker);
                done.add(scope.fork(() -> {
                    while (ended.get() < count) {
                        int row = 1 + random.nextInt(count);
                        if (settled.get(row) < asked.get(row)) {
                            settled.set(row, asked.get(row));
                        }
                        for (long claimed : rows.claim(List.of((long) row))) {
                            int again = (int) claimed;
                            scope.start(() -> walk(again, rounds, walking, walks, settled, asked, broken, ended));
                        }
                        Thread.onSpinWait();
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        }
        assertThat(broken).as("seed %d", seed).hasValue(0);
        assertThat(ended).as("seed %d", seed).hasValue(count);
        assertThat(rows.waiting()).isZero();
    }

    /// Each walk asks one question more until all are answered; an answered one is not asked again.
    private void walk(
            int row,
            int rounds,
            AtomicIntegerArray walking,
            AtomicIntegerArray walks,
            AtomicIntegerArray settled,
            AtomicIntegerArray asked,
            AtomicInteger broken,
            AtomicInteger ended) {
        while (true) {
            if (walking.incrementAndGet(row) != 1) {
                broken.incrementAndGet();
            }
            walks.incrementAndGet(row);
            boolean through = settled.get(row) >= rounds;
            if (!through) {
                asked.set(row, settled.get(row) + 1);
            }
            walking.decrementAndGet(row);
            if (through) {
                rows.end(row);
                ended.incrementAndGet();
                return;
            }
            if (rows.park(row, 0)) {
                return;
            }
        }
    }
}
