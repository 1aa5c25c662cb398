package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Kinds of outcome, numbered from 1, with their counts; 0 is in flight. Guarded by the lock of its [RowIndex].
final class OutcomeKinds {
    static final int OPEN = 0;

    /// Approximate size of an entry.
    private static final int BYTES = 300;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();

    int number(String ending) {
        Integer known = numbers.get(ending);
        if (known != null) {
            return known;
        }
        endings.add(Ending.of(ending));
        counts.add(0L);
        numbers.put(ending, endings.size());
        return endings.size();
    }

    void count(int number, long by) {
        counts.set(number - 1, counts.get(number - 1) + by);
    }

    Ending ending(int number) {
        return endings.get(number - 1);
    }

    long count(int number) {
        return counts.get(number - 1);
    }

    int size() {
        return endings.size();
    }

    long bytes() {
        return (long) endings.size() * BYTES;
    }
}
