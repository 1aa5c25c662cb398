package dev.rowan.testkit;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// Fake calls: each is answered by `answers` and recorded. For one attempt and no retries; the
/// engine's own calls are tested through the engine.
public final class FakeCalls implements Calls {
    private final Function<Call, WireReply> answers;
    private final List<Call> sent = new CopyOnWriteArrayList<>();

    /// Refuses every call: for transforms that must not make any.
    public FakeCalls() {
        this(call -> {
            throw new IllegalStateException(
                    "no call was expected, got one to " + call.request().uri());
        });
    }

    public FakeCalls(Function<Call, WireReply> answers) {
        this.answers = answers;
    }

    /// A complete reply with a JSON body.
    public static WireReply.Complete json(int status, String body) {
        Payload payload = Payload.utf8(body);
        return new WireReply.Complete(
                status,
                Headers.of("Content-Type", "application/json"),
                payload,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }

    @Override
    public CallResult send(Call call) {
        sent.add(call);
        return switch (answers.apply(call)) {
            case WireReply.Complete complete
            when complete.status() / 100 == 2 ->
                new CallResult.Answered(complete, call.reader().receipt(complete), 1);
            case WireReply.Complete complete ->
                new CallResult.Rejected(complete, call.reader().receipt(complete), 1);
            case WireReply lost -> new CallResult.NoReply(lost, 1);
        };
    }

    @Override
    public List<CallResult> sendAll(List<Call> calls) {
        List<CallResult> results = new ArrayList<>();
        calls.forEach(call -> results.add(send(call)));
        return results;
    }

    /// The requests so far, in order.
    public List<Call> sent() {
        return List.copyOf(sent);
    }
}
