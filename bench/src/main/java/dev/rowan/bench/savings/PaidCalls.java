package dev.rowan.bench.savings;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.WireReply;
import dev.rowan.simulator.SimulatorWire;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Sends calls to the simulator, in the caller's thread, and counts what they cost. Thread-safe.
final class PaidCalls implements Calls {
    private final SimulatorWire wire;
    private final AtomicReference<BigDecimal> paid = new AtomicReference<>(BigDecimal.ZERO);
    private final AtomicLong output = new AtomicLong();

    PaidCalls(SimulatorWire wire) {
        this.wire = wire;
    }

    BigDecimal paid() {
        return Objects.requireNonNull(paid.get());
    }

    long output() {
        return output.get();
    }

    @Override
    public CallResult send(Call call) {
        WireReply reply = wire.exchange(call.form().attempt(call.request(), 1));
        if (!(reply instanceof WireReply.Complete complete) || complete.status() != 200) {
            throw new IllegalStateException("the simulator did not answer: " + reply);
        }
        Receipt receipt = call.reader().receipt(complete);
        paid.accumulateAndGet(receipt.cost().orElseThrow().dollars(), BigDecimal::add);
        output.addAndGet(receipt.usage().output().orElseThrow());
        return new CallResult.Answered(complete, receipt, 1);
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) {
        var results = new ArrayList<CallResult>();
        calls.forEach(call -> results.add(send(call)));
        return results;
    }
}
