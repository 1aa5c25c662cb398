package dev.rowan.simulator.bill;

import dev.rowan.simulator.cache.CachedContentStore;
import dev.rowan.simulator.cache.LiveCache;

/// What a simulator remembers of its requests: the records, and the prompt caches.
public record Records(
        Journal journal, Bill bill, InFlightCounter flights, LiveCache cache, CachedContentStore contents) {

    public static Records of(int journalSize) {
        return new Records(
                new Journal(journalSize), new Bill(), new InFlightCounter(), new LiveCache(), new CachedContentStore());
    }

    public void reset() {
        journal.reset();
        bill.reset();
        flights.reset();
        cache.reset();
        contents.reset();
    }
}
