package dev.rowan.providers.service;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeSetup;
import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;

/// The simulator over real HTTP, through the audited client: each call is one attempt, and calls that are sent
/// together are on their way together.
public final class SimulatedService implements Calls, AutoCloseable {
    private static final int MAX_ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Simulator simulator;
    private final AuditedClient client;

    private SimulatedService(Simulator simulator, AuditedClient client) {
        this.simulator = simulator;
        this.client = client;
    }

    public static SimulatedService start() throws IOException {
        Time time = new SystemTime();
        return new SimulatedService(
                Simulator.start(SimulatorSettings.DEFAULT, time), AuditedClient.open(settings(), time));
    }

    private static HttpSettings settings() {
        try {
            return HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public URI address() {
        return simulator.address();
    }

    /// A setup that gives this simulator to those who ask for it.
    public FakeSetup setup(Map<String, String> variables) {
        return new FakeSetup(variables, Optional.of(address()), false);
    }

    public FakeContext context() {
        return new FakeContext(new SystemTime(), this);
    }

    @Override
    public CallResult send(Call call) throws InterruptedException {
        return sendAll(List.of(call)).getFirst();
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) throws InterruptedException {
        try (var scope = CallScope.open("calls")) {
            List<FutureTask<CallResult>> sent =
                    calls.stream().map(call -> scope.fork(() -> result(call))).toList();
            var results = new ArrayList<CallResult>();
            for (FutureTask<CallResult> result : sent) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /// Sends as the engine does: each attempt in its form, again while that can help.
    private CallResult result(Call call) {
        CallResult result = result(call, 1);
        for (int attempt = 2; attempt <= MAX_ATTEMPTS && mayPass(result); attempt++) {
            result = result(call, attempt);
        }
        return result;
    }

    private static boolean mayPass(CallResult result) {
        return result instanceof CallResult.Rejected(var reply, var receipt, var _)
                && reply.status() / 100 == 4
                && receipt.disposition() == Receipt.Disposition.RETRYABLE;
    }

    private CallResult result(Call call, int attempt) {
        return switch (client.exchange(call.form().attempt(call.request(), attempt))) {
            case WireReply.Complete complete
            when complete.status() / 100 == 2 ->
                new CallResult.Answered(complete, call.reader().receipt(complete), attempt);
            case WireReply.Complete complete ->
                new CallResult.Rejected(complete, call.reader().receipt(complete), attempt);
            case WireReply lost -> new CallResult.NoReply(lost, attempt);
        };
    }

    /// Changes the simulator's settings, such as its faults.
    public void change(Map<String, Object> settings) throws InterruptedException {
        control("PUT", "settings", Payload.of(RowJson.writeValue(settings)));
    }

    /// Forgets what was asked so far.
    public void reset() throws InterruptedException {
        control("POST", "reset", Payload.utf8("{}"));
    }

    /// The requests so far, as JSON lines.
    public List<String> journal() throws InterruptedException {
        return control("GET", "journal", Payload.empty()).lines().toList();
    }

    /// The greatest numbers in flight so far, as the server saw them.
    public String stats() throws InterruptedException {
        return control("GET", "stats", Payload.empty());
    }

    private String control(String method, String what, Payload body) throws InterruptedException {
        var request = new WireRequest(
                method, URI.create(address() + "/_simulator/" + what), Headers.none(), List.of(), body, LIMIT);
        try (var scope = CallScope.open("control")) {
            WireReply reply = scope.fork(() -> client.exchange(request)).get();
            if (reply instanceof WireReply.Complete complete && complete.status() == 200) {
                return complete.body().asText();
            }
            throw new AssertionError("the simulator did not do it: " + reply);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        simulator.close();
    }
}
