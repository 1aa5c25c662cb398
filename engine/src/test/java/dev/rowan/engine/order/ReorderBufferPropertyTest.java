package dev.rowan.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ReorderBufferPropertyTest {

    /// An item that weighs `bytes` until it is thin.
    private record Item(long turn, long bytes, boolean thin) {
        long size() {
            return thin ? 0 : bytes;
        }

        Item thinned() {
            return new Item(turn, bytes, true);
        }
    }

    @Property(tries = 200)
    void releasesItemsInOrderWhateverTheOrderOfCompletion(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 3_000) int items,
            @ForAll @LongRange(min = 0, max = 2_000) long maxBytes,
            @ForAll @LongRange(min = -5, max = 5_000_000_000L) long first)
            throws InterruptedException {
        var buffer = new ReorderBuffer<Item>(first, maxBytes, items, Item::size, Item::thinned);
        var model = new Model(first, maxBytes);
        var left = new ArrayList<Item>();

        for (int offset : shuffled(items, random)) {
            var item = new Item(first + offset, random.nextInt(100), false);
            buffer.complete(item.turn(), item);
            model.complete(item);
            assertThat(buffer.held()).isEqualTo(model.items.size());
            if (random.nextInt(10) == 0) {
                int max = 1 + random.nextInt(50);
                List<Item> taken = buffer.take(max, Duration.ZERO);
                assertThat(taken).isEqualTo(model.take(max));
                left.addAll(taken);
            }
        }
        left.addAll(buffer.take(items, Duration.ZERO));

        assertThat(left).extracting(Item::turn).isEqualTo(turns(first, items));
        assertThat(buffer.held()).isZero();
    }

    @Property(tries = 50)
    void theBytesHeldNeverPassTheBoundBeyondTheHead(
            @ForAll Random random,
            @ForAll @IntRange(min = 2, max = 200) int items,
            @ForAll @LongRange(min = 0, max = 500) long maxBytes)
            throws InterruptedException {
        var buffer = new ReorderBuffer<Item>(1, maxBytes, items, Item::size, Item::thinned);

        for (int turn = 2; turn <= items; turn++) {
            buffer.complete(turn, new Item(turn, random.nextInt(100), false));
        }
        buffer.complete(1, new Item(1, 1_000, false));
        List<Item> left = buffer.take(items, Duration.ZERO);

        assertThat(left.getFirst().thin()).isFalse();
        assertThat(left.stream().skip(1).mapToLong(Item::size).sum()).isLessThanOrEqualTo(maxBytes);
        assertThat(left).extracting(Item::turn).isEqualTo(turns(1, items));
    }

    @Property(tries = 50)
    void releasedBytesFreeCapacity(@ForAll @IntRange(min = 1, max = 2_500) int items) throws InterruptedException {
        var buffer = new ReorderBuffer<Item>(1, 10, 2, Item::size, Item::thinned);
        var left = new ArrayList<Item>();

        for (long turn = 1; turn <= items; turn++) {
            buffer.complete(turn, new Item(turn, 10, false));
            left.addAll(buffer.take(1, Duration.ZERO));
        }

        assertThat(left).hasSize(items).noneMatch(Item::thin);
    }

    private static List<Integer> shuffled(int items, Random random) {
        var order = new ArrayList<>(IntStream.range(0, items).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }

    private static List<Long> turns(long first, int items) {
        return IntStream.range(0, items).mapToObj(offset -> first + offset).toList();
    }

    /// What the buffer does, in a few lines.
    private static final class Model {
        private final Map<Long, Item> items = new HashMap<>();
        private final long maxBytes;
        private long head;
        private long takenBytes;

        Model(long first, long maxBytes) {
            this.head = first;
            this.maxBytes = maxBytes;
        }

        void complete(Item item) {
            long bytes =
                    takenBytes + items.values().stream().mapToLong(Item::size).sum();
            boolean keep = item.turn() == head || bytes + item.bytes() <= maxBytes;
            items.put(item.turn(), keep ? item : item.thinned());
        }

        List<Item> take(int max) {
            var taken = new ArrayList<Item>();
            while (taken.size() < max && items.containsKey(head)) {
                taken.add(items.remove(head++));
            }
            takenBytes = taken.stream().mapToLong(Item::size).sum();
            return taken;
        }
    }
}
