package dev.rowan.connectors.http;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkCalls;
import dev.rowan.api.secret.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Sends rows to a service. Its mark covers the rows that were delivered or refused, up to the first that was not.
/// Lists are cut by the number of rows alone, so a resumed run sends the same lists with the same keys. Owned by the
/// run's release thread.
final class HttpSink implements Sink {
    private static final Estimate FREE = new Estimate(0, 0, 0, Optional.of(Usd.ZERO), Optional.of(Usd.ZERO));

    private final HttpSinkSettings settings;
    private final DeliveryReply reader = new DeliveryReply();
    private final List<Credential> credentials = new ArrayList<>();
    private final Deque<RowRequest> full = new ArrayDeque<>();
    private Headers headers = Headers.none();
    private @Nullable Secret signingKey;
    private @Nullable Wire wire;
    private @Nullable SinkCalls calls;
    private Identity identity = new Identity("", "", true, false);
    private RowRequest open;
    private Mark mark = Mark.at(0);
    private List<RefusedRow> refused = List.of();

    HttpSink(HttpSinkSettings settings) {
        this.settings = settings;
        this.open = next();
    }

    @Override
    public Parts parts() {
        return new Parts.Direct();
    }

    /// Lists end with their split.
    @Override
    public Sink part(PartInfo part) {
        var sink = new HttpSink(settings);
        sink.credentials.addAll(credentials);
        sink.headers = headers;
        sink.signingKey = signingKey;
        sink.wire = wire;
        sink.calls = calls;
        sink.identity = identity;
        return sink;
    }

    private RowRequest next() {
        return new RowRequest(settings.rowsPerRequest() > 1);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        wire = setup.wire();
        String host = settings.url().getHost();
        Headers all = Headers.none().with("Content-Type", "application/json");
        for (Map.Entry<String, HeaderValue> header : settings.headers().entrySet()) {
            switch (header.getValue()) {
                case HeaderValue.Plain(String text) -> all = all.with(header.getKey(), text);
                case HeaderValue.Hidden(var reference) ->
                    credentials.add(Credential.header(host, header.getKey(), setup.secret(reference)));
            }
        }
        headers = all;
        if (settings.bearerToken().isPresent()) {
            credentials.add(
                    Credential.bearer(host, setup.secret(settings.bearerToken().get())));
        }
        if (settings.signingKey().isPresent()) {
            signingKey = setup.secret(settings.signingKey().get());
        }
    }

    @Override
    public void identify(Identity given) {
        identity = given;
    }

    @Override
    public void connect(SinkCalls given) {
        calls = given;
    }

    @Override
    public Optional<String> check(Existing existing) {
        if (!identity.ordered() && settings.rowsPerRequest() > 1) {
            return Optional.of("'run.order: none' needs rows_per_request: 1, because a resumed run would send different"
                    + " lists with different keys");
        }
        if (identity.replayed() || wire == null) {
            return Optional.empty();
        }
        var probe = new WireRequest("POST", settings.url(), headers, List.of(), Payload.empty(), settings.timeout());
        return wire.connect(probe)
                .map(failed -> settings.url() + " cannot be reached ("
                        + failed.reason().word() + "): " + failed.detail() + "; check 'url' and the network");
    }

    @Override
    public void open(Existing existing) {
        resume(Mark.at(0));
    }

    @Override
    public Mark resume(Mark recorded) {
        mark = recorded;
        full.clear();
        open = next();
        return recorded;
    }

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("a request needs the number of its row");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo token) {
        open.add(row, token);
        if (open.size() == settings.rowsPerRequest()) {
            full.add(open);
            open = next();
        }
        return Optional.empty();
    }

    @Override
    public boolean lags() {
        return settings.rowsPerRequest() > 1;
    }

    @Override
    public boolean isAtPartEnd() {
        return open.size() == 0;
    }

    @Override
    public Mark sync() throws IOException {
        if (identity.replayed()) {
            full.forEach(request -> request.rows().forEach(this::accept));
            full.clear();
        }
        var requests = List.copyOf(full);
        var newlyRefused = new ArrayList<RefusedRow>();
        int index = 0;
        List<Optional<CallResult>> results = send(requests);
        for (int i = 0; i < requests.size() && results.get(i).isPresent(); i++) {
            RowRequest request = requests.get(i);
            Optional<Reason> refusal = refusal(results.get(i).get());
            for (byte[] row : request.rows()) {
                if (refusal.isPresent()) {
                    newlyRefused.add(new RefusedRow(index, refusal.get()));
                } else {
                    accept(row);
                }
                index++;
            }
            full.removeFirst();
        }
        for (Optional<CallResult> result : results) {
            if (result.isPresent() && isDenied(result.get())) {
                refusal(result.get()); // says more than that the run stops, which kept the requests before it from
                // being sent
            }
        }
        refused = List.copyOf(newlyRefused);
        return mark;
    }

    @Override
    public Mark finish() throws IOException {
        if (open.size() > 0) {
            full.add(open);
            open = next();
        }
        Mark last = sync();
        if (!full.isEmpty()) {
            throw new PluginException(
                    settings.url() + " did not receive the last rows, because the run is stopping; resume it");
        }
        return last;
    }

    private List<Optional<CallResult>> send(List<RowRequest> requests) {
        if (requests.isEmpty()) {
            return List.of();
        }
        if (calls == null) {
            throw new IllegalStateException("connect the sink first");
        }
        try {
            return calls.sendAll(requests.stream()
                    .map(request -> new SinkCalls.Request(request.first(), call(request)))
                    .toList());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return requests.stream().map(_ -> Optional.<CallResult>empty()).toList();
        }
    }

    private Call call(RowRequest request) {
        String key = request.key(identity.sink());
        byte[] body = request.body();
        Headers all = headers.with("Idempotency-Key", key);
        if (signingKey != null) {
            all = all.with("X-Rowan-Signature", "sha256=" + signature(signingKey, key, body));
        }
        var sent = new WireRequest("POST", settings.url(), all, credentials, Payload.of(body), settings.timeout());
        return new Call(1, sent, FREE, true, reader);
    }

    /// The HMAC-SHA256 of the idempotency key, a full stop and the body.
    private static String signature(Secret key, String id, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.inClear().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((id + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /// Why the service refused the rows, if it did. Without an answer the run stops, and can be resumed.
    private Optional<Reason> refusal(CallResult result) throws PluginException {
        if (result instanceof CallResult.Answered) {
            return Optional.empty();
        }
        Reason failure = result.failure().orElseThrow();
        if (result instanceof CallResult.Rejected(WireReply.Complete reply, Receipt receipt, int _)
                && receipt.disposition() == Receipt.Disposition.INVALID) {
            return Optional.of(Reason.of("sink_refused", failure.message()).with("status_code", reply.status()));
        }
        throw new PluginException(settings.url() + " did not accept a request after " + result.attempts()
                + " attempts: " + failure.message() + "; no row failed because of it: "
                + (isDenied(result)
                        ? "renew 'bearer_token' or the secret in 'headers', then resume the run"
                        : "resume the run once it does"));
    }

    private static boolean isDenied(CallResult result) {
        return result instanceof CallResult.Rejected(WireReply.Complete _, Receipt receipt, int _)
                && receipt.disposition() == Receipt.Disposition.DEAD_KEY;
    }

    private void accept(byte[] row) {
        MessageDigest digest = Sha256.create();
        digest.update(mark.sha256().getBytes(StandardCharsets.US_ASCII));
        digest.update(row);
        mark = new Mark(mark.rows() + 1, 0, 0, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public List<RefusedRow> refused() {
        return refused;
    }

    /// Without its query, which may hold a token.
    @Override
    public String describe() {
        String url = settings.url().toString();
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public Map<String, Object> manifest() {
        return Map.of("url", settings.url().toString(), "delivery", "at_least_once");
    }

    @Override
    public void close() {}
}
