package dev.rowan.app;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Lets the first requests to each service pass and holds the others back until `count` are in flight, then lets all
/// pass: a client that sends to one service after the other never gets another answer.
///
/// Shared state: the counters and the latch.
record StagedBarrierWire(Wire wire, Map<String, AtomicInteger> free, CountDownLatch missing) implements Wire {

    /// `free` is the number of requests that pass at first, by the end of a service's path.
    static StagedBarrierWire of(Wire wire, Map<String, Integer> free, int count) {
        var counters = new HashMap<String, AtomicInteger>();
        free.forEach((path, requests) -> counters.put(path, new AtomicInteger(requests)));
        return new StagedBarrierWire(wire, Map.copyOf(counters), new CountDownLatch(count));
    }

    @Override
    public WireReply exchange(WireRequest request) {
        AtomicInteger left = free.entrySet().stream()
                .filter(service -> request.uri().getPath().endsWith(service.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        if (left.getAndDecrement() <= 0) {
            missing.countDown();
            try {
                missing.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        return wire.exchange(request);
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        return wire.transfer(transfer);
    }
}
