package dev.rowan.chaos.batch;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A wire that loses the reply to every second creation of a batch, after the request was delivered twice, as by a
/// gateway. Shared state: their number, an atomic.
final class DoubledCreates implements Wire {
    private final Wire wire;
    private final AtomicLong creates = new AtomicLong();

    DoubledCreates(Wire wire) {
        this.wire = wire;
    }

    @Override
    public WireReply exchange(WireRequest request) {
        if (isDoubled(request)) {
            wire.exchange(request);
            return wire.exchange(losing(request));
        }
        return wire.exchange(request);
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        if (isDoubled(transfer.request())) {
            wire.transfer(transfer);
            return wire.transfer(
                    new Transfer(losing(transfer.request()), transfer.body(), transfer.into(), transfer.maxBytes()));
        }
        return wire.transfer(transfer);
    }

    @Override
    public WireReply download(Transfer transfer) {
        return wire.download(transfer);
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        return wire.connect(request);
    }

    private boolean isDoubled(WireRequest request) {
        return BatchProvider.isCreation(request) && creates.getAndIncrement() % 2 == 0;
    }

    private static WireRequest losing(WireRequest request) {
        return new WireRequest(
                request.method(),
                request.uri(),
                request.headers().with("x-simulator-fault", "lost_reply"),
                request.credentials(),
                request.body(),
                request.deadline());
    }
}
