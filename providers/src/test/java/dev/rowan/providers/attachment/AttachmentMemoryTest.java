package dev.rowan.providers.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import java.util.ArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class AttachmentMemoryTest {
    private static final int SIZE = 100 * 1024;

    /// The budget has room for three rows, counted four times each.
    private final AttachmentMemory memory = new AttachmentMemory(3L * 4 * SIZE);

    @Test
    void neverHoldsMoreThanItsBudget() throws Exception {
        var holding = new AtomicInteger();
        var most = new AtomicInteger();
        var rows = new ArrayList<FutureTask<Integer>>();
        try (CallScope scope = CallScope.open("rows")) {
            for (int i = 0; i < 200; i++) {
                rows.add(scope.fork(() -> {
                    try (AttachmentMemory.Share share = memory.open()) {
                        share.hold(SIZE);
                        most.accumulateAndGet(holding.incrementAndGet(), Math::max);
                        return holding.decrementAndGet();
                    }
                }));
            }
            for (FutureTask<Integer> row : rows) {
                assertThat(row.get()).isLessThan(3);
            }
        }
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void aRowLargerThanTheBudgetGoesAlone() throws Exception {
        try (AttachmentMemory.Share large = memory.open()) {
            large.hold(100L * SIZE);
        }
        try (AttachmentMemory.Share _ = memory.open()) {
            // a row that fails before it holds anything
        }
        try (AttachmentMemory.Share next = memory.open()) {
            next.hold(3L * SIZE);
        }
    }
}
