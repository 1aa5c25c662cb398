package dev.rowan.simulator.bill;

import dev.rowan.simulator.cache.LiveCache;

/// What a simulator remembers of its requests: the records, and the prompt cache.
public record Records(Journal journal, Bill bill, InFlightCounter flights, LiveCache cache) {

    public static Records of(int journalSize) {
        return new Records(new Journal(journalSize), new Bill(), new InFlightCounter(), new LiveCache());
    }

    public void reset() {
        journal.reset();
        bill.reset();
        flights.reset();
        cache.reset();
    }
}
