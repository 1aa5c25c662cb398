package dev.rowan.engine.fault;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import java.util.Optional;
import java.util.function.Supplier;

/// Fault injection before and after each send.
final class FaultInjectingWire implements Wire {
    private final Wire wire;
    private final Faults faults;

    FaultInjectingWire(Wire wire, Faults faults) {
        this.wire = wire;
        this.faults = faults;
    }

    @Override
    public WireReply exchange(WireRequest request) {
        return armed(() -> wire.exchange(request));
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        return armed(() -> wire.transfer(transfer));
    }

    @Override
    public WireReply download(Transfer transfer) {
        return armed(() -> wire.download(transfer));
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        return wire.connect(request);
    }

    private WireReply armed(Supplier<WireReply> send) {
        faults.at(FaultPoint.AFTER_INTENT);
        WireReply reply;
        try (var _ = faults.writing()) {
            reply = send.get();
        }
        faults.at(FaultPoint.AFTER_REPLY);
        return reply;
    }
}
