package dev.rowan.providers.llm;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usd;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.SimulatedService;
import dev.rowan.testkit.FakeSetup;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Calls over HTTP to a simulator of their own, with their receipts kept.
final class SimulatedCalls implements Calls, AutoCloseable {
    private final SimulatedService service;
    private final List<Done> done = new CopyOnWriteArrayList<>();

    /// A call that got a whole reply.
    record Done(Call call, Receipt receipt) {}

    private SimulatedCalls(SimulatedService service) {
        this.service = service;
    }

    static SimulatedCalls open(Map<String, Object> settings) throws IOException, InterruptedException {
        var calls = new SimulatedCalls(SimulatedService.start());
        calls.service.change(settings);
        return calls;
    }

    FakeSetup setup() {
        return new FakeSetup(Map.of(), Optional.of(service.address()), true);
    }

    List<Done> done() {
        return List.copyOf(done);
    }

    Usd spent() {
        return done.stream().map(one -> one.receipt().cost().orElseThrow()).reduce(Usd.ZERO, Usd::plus);
    }

    /// A page of the simulator's own, such as `bill`.
    JsonTree look(String page) throws IOException, JsonException {
        try (var in = service.address().resolve("/_simulator/" + page).toURL().openStream()) {
            return new JsonTree(RowJson.readValue(in.readAllBytes()));
        }
    }

    @Override
    public CallResult send(Call call) throws InterruptedException {
        return sendAll(List.of(call)).getFirst();
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) throws InterruptedException {
        List<CallResult> results = service.sendAll(calls);
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            switch (results.get(i)) {
                case CallResult.Answered(var _, var receipt, var _) -> done.add(new Done(call, receipt));
                case CallResult.Rejected(var _, var receipt, var _) -> done.add(new Done(call, receipt));
                case CallResult.RateLimited _, CallResult.NoReply _ -> {}
            }
        }
        return results;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
