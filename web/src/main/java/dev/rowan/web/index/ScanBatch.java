package dev.rowan.web.index;

import dev.rowan.landscape.RowScan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The result of a scan, folded in one step. Owned by the scanning thread.
final class ScanBatch implements RowScan.Fold {
    final Numbers read = new Numbers();
    final Numbers parked = new Numbers();
    final Numbers called = new Numbers();
    final Numbers ended = new Numbers();
    private final Map<String, String> endings = new HashMap<>();
    private String[] outcomes = new String[64];
    private int ends;

    /// A growing list of numbers.
    static final class Numbers {
        private long[] values = new long[256];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int size() {
            return size;
        }

        long at(int index) {
            return values[index];
        }
    }

    @Override
    public void read(long row) {
        read.add(row);
    }

    @Override
    public void parked(long row, int part) {
        parked.add(row);
        parked.add(part);
    }

    @Override
    public void called(long row, int part, long picoUsd, boolean known, boolean awaited) {
        called.add(row);
        called.add(awaited ? part : ~part);
        called.add(picoUsd);
        called.add(known ? 1 : 0);
    }

    @Override
    public void ended(long row, int part, String ending, long totalMicros) {
        ended.add(row);
        ended.add(part);
        ended.add(totalMicros);
        if (ends == outcomes.length) {
            outcomes = Arrays.copyOf(outcomes, 2 * ends);
        }
        outcomes[ends++] = endings.computeIfAbsent(ending, word -> word);
    }

    String ending(int end) {
        return outcomes[end];
    }

    void clear() {
        read.size = 0;
        parked.size = 0;
        called.size = 0;
        ended.size = 0;
        ends = 0;
        endings.clear();
    }
}
