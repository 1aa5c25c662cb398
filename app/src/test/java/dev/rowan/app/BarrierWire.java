package dev.rowan.app;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.concurrent.CountDownLatch;

/// Holds requests back until `count` of them are in flight, then lets all pass: a client that sends fewer at once
/// never gets an answer.
///
/// Shared state: the latch.
record BarrierWire(Wire wire, CountDownLatch missing) implements Wire {

    static BarrierWire of(Wire wire, int count) {
        return new BarrierWire(wire, new CountDownLatch(count));
    }

    @Override
    public WireReply exchange(WireRequest request) {
        missing.countDown();
        try {
            missing.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return wire.exchange(request);
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        return wire.transfer(transfer);
    }
}
