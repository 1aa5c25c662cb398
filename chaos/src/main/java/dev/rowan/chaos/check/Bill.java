package dev.rowan.chaos.check;

import dev.rowan.simulator.bill.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How often each request was billed, by the SHA-256 of its body.
public record Bill(Map<String, Long> times) {

    public Bill {
        times = Map.copyOf(times);
    }

    /// The bill in a simulator's journal.
    public static Bill of(List<Entry> journal) {
        var times = new HashMap<String, Long>();
        journal.stream()
                .filter(entry -> entry.charge().isPresent())
                .forEach(entry -> times.merge(entry.arrival().bodySha256(), 1L, Long::sum));
        return new Bill(times);
    }
}
