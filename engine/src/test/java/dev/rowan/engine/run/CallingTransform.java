package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Billing;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.RequestForm;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A transform that asks a service about each row, `queries` times side by side, and takes the answers as they are.
/// Each call may cost `worst`; what it did cost, and the model that answered, stand in headers of the reply.
final class CallingTransform implements RowTransform {
    static final String KEY = "key-of-the-test";

    /// The number of a preparation.
    static final int PREPARATION = 100;

    private static final Pattern MESSAGE = Pattern.compile("\"message\":\"([^\"]*)\"");

    private final int queries;
    private final Usd worst;
    private final boolean repeatable;
    private final RequestForm form;
    private final AtomicInteger answersRead = new AtomicInteger();
    private boolean shares;
    private int preparations;
    private Secret key = Secret.of("${KEY}", KEY);

    CallingTransform(int queries, Usd worst, boolean repeatable) {
        this(queries, worst, repeatable, RequestForm.PLAIN);
    }

    CallingTransform(int queries, Usd worst, boolean repeatable, RequestForm form) {
        this.form = form;
        this.queries = queries;
        this.worst = worst;
        this.repeatable = repeatable;
    }

    CallingTransform() {
        this(1, Usd.ZERO, false);
    }

    /// Lets equal calls share an answer.
    CallingTransform sharing() {
        shares = true;
        return this;
    }

    /// Sends so many preparations of one number after the answers of each row, whatever comes of them.
    CallingTransform preparing(int times) {
        preparations = times;
        return this;
    }

    /// Signs in with another key.
    CallingTransform withKey(String other) {
        key = Secret.of("${KEY}", other);
        return this;
    }

    @Override
    public boolean sharesAnswers() {
        return shares;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        key = setup.secret(new SecretReference.Given(key));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        List<Call> calls = new ArrayList<>();
        for (int i = 1; i <= queries; i++) {
            calls.add(call(i, row));
        }
        List<CallResult> results = queries == 1
                ? List.of(context.calls().send(calls.getFirst()))
                : context.calls().sendAll(calls);
        List<String> answers = new ArrayList<>();
        for (CallResult result : results) {
            if (!(result instanceof CallResult.Answered answered)) {
                return TransformResult.error(result.failure().orElseThrow());
            }
            answersRead.incrementAndGet();
            answers.add(answered.reply().body().asText());
        }
        for (int i = 0; i < preparations; i++) {
            context.calls().send(call(PREPARATION, row, ",\"try\":" + i, Call.Purpose.PREPARATION));
        }
        return TransformResult.success(row.with("answers", answers));
    }

    /// How many answers it has been given so far.
    int answersRead() {
        return answersRead.get();
    }

    private Call call(int number, Row row) {
        return call(number, row, "", repeatable ? Call.Purpose.CHECK : Call.Purpose.ANSWER);
    }

    private Call call(int number, Row row, String more, Call.Purpose purpose) {
        var request = WireRequest.postJson(
                URI.create("https://service.test/ask"),
                Headers.none(),
                Credential.bearer("service.test", key),
                Payload.utf8("{\"n\":" + row.asMap().get("n") + ",\"q\":" + number + more + "}"),
                Duration.ofSeconds(30));
        var estimate = new Estimate(10, 10, 0, Optional.of(worst), Optional.of(worst));
        return new Call(number, request, form, estimate, purpose, CallingTransform::receipt);
    }

    private static Receipt receipt(WireReply.Complete reply) {
        String message = message(reply.body().asText());
        if (reply.headers().first("overloaded").isPresent()) {
            return refused(Disposition.CAPACITY, message);
        }
        return switch (reply.status()) {
            case 200 ->
                Receipt.answered(
                                Usage.unknown(),
                                reply.headers().first("cost").map(cost -> new Usd(Long.parseLong(cost))),
                                reply.headers().first("request-id"))
                        .with(new Billing(
                                Optional.empty(),
                                Optional.empty(),
                                reply.headers().first("model"),
                                Optional.empty(),
                                Optional.empty()));
            case 429, 503, 529 -> refused(Disposition.CAPACITY, message);
            case 401 -> refused(Disposition.DEAD_KEY, message);
            case 402 -> refused(Disposition.NO_CREDIT, message);
            case 500, 502, 504 -> refused(Disposition.RETRYABLE, message);
            default -> refused(Disposition.INVALID, message);
        };
    }

    private static String message(String body) {
        Matcher found = MESSAGE.matcher(body);
        return found.find() ? found.group(1) : "the service says no";
    }

    private static Receipt refused(Disposition standing, String message) {
        return Receipt.refused(standing, Optional.empty(), Optional.empty(), message);
    }
}
