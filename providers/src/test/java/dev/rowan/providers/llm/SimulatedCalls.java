package dev.rowan.providers.llm;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.FakeSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;

/// Calls over HTTP to a simulator of their own: one attempt each, and the receipts kept.
final class SimulatedCalls implements Calls, AutoCloseable {
    private final Simulator simulator;
    private final AuditedClient client;
    private final List<Done> done = new CopyOnWriteArrayList<>();

    /// A call that got a whole reply.
    record Done(Call call, Receipt receipt) {}

    private SimulatedCalls(Simulator simulator, AuditedClient client) {
        this.simulator = simulator;
        this.client = client;
    }

    static SimulatedCalls open(Map<String, ?> settings) throws IOException {
        var problems = new Problems();
        SimulatorSettings read = Section.check(
                        ConfigNode.of(settings), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read)
                .orElseThrow();
        problems.throwIfAny();
        return new SimulatedCalls(Simulator.start(read, new SystemTime()), client());
    }

    private static AuditedClient client() {
        try {
            return AuditedClient.open(
                    HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault()),
                    new SystemTime());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    FakeSetup setup() {
        return new FakeSetup(Map.of(), Optional.of(simulator.address()), true);
    }

    List<Done> done() {
        return List.copyOf(done);
    }

    Usd spent() {
        return done.stream().map(one -> one.receipt().cost().orElseThrow()).reduce(Usd.ZERO, Usd::plus);
    }

    /// A page of the simulator's own, such as `bill`.
    JsonTree look(String page) throws IOException, JsonException {
        try (var in = simulator.address().resolve("/_simulator/" + page).toURL().openStream()) {
            return new JsonTree(RowJson.readValue(in.readAllBytes()));
        }
    }

    @Override
    public CallResult send(Call call) {
        return switch (client.exchange(call.request())) {
            case WireReply.Complete complete -> {
                Receipt receipt = call.reader().receipt(complete);
                done.add(new Done(call, receipt));
                yield complete.status() / 100 == 2
                        ? new CallResult.Answered(complete, receipt, 1)
                        : new CallResult.Rejected(complete, receipt, 1);
            }
            case WireReply lost -> new CallResult.NoReply(lost, 1);
        };
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) throws InterruptedException {
        try (var scope = CallScope.open("queries")) {
            List<FutureTask<CallResult>> tasks =
                    calls.stream().map(call -> scope.fork(() -> send(call))).toList();
            List<CallResult> results = new ArrayList<>();
            for (FutureTask<CallResult> task : tasks) {
                results.add(task.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        simulator.close();
    }
}
