package dev.rowan.engine.plan;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A transform that calls a service with one field and stores the answer in another. It must never be run.
final class Asking implements RowTransform, CallPlanner {
    static final String KEY = "SERVICE_KEY";

    private final String field;
    private final Set<String> adds;
    private final Optional<Usd> price;
    private Secret key = Secret.of("nothing", "not-prepared-yet");

    Asking(String field, Set<String> adds, Optional<Usd> price) {
        this.field = field;
        this.adds = adds;
        this.price = price;
    }

    /// Sends `field`, for a dollar, and adds nothing.
    static Asking about(String field) {
        return new Asking(field, Set.of(), Optional.of(Usd.of(BigDecimal.ONE)));
    }

    Asking adding(String name) {
        return new Asking(field, Set.of(name), price);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        key = setup.secret(new SecretReference.Environment(KEY));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        throw new AssertionError("a plan sends nothing");
    }

    @Override
    public Plan plan(Row row) {
        if (!row.has(field)) {
            return new Plan.Ends(Reason.of("missing_field", "no " + field).with("field", field));
        }
        var request = WireRequest.postJson(
                URI.create("https://service.test/ask"),
                Headers.none(),
                Credential.bearer("service.test", key),
                Payload.utf8(String.valueOf(row.get(field))),
                Duration.ofSeconds(1));
        var estimate = new Estimate(30, 10, 0, price, price);
        return new Plan.Sends(List.of(new Call(
                1,
                request,
                estimate,
                false,
                _ -> Receipt.answered(Usage.unknown(), Optional.empty(), Optional.empty()))));
    }

    @Override
    public Set<String> adds() {
        return adds;
    }

    @Override
    public Optional<BigDecimal> batchShare() {
        return adds.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal("0.5"));
    }
}
