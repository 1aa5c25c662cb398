package dev.rowan.providers.openai;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.RowJson;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.azure.AzureChat;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/// A batch service over real HTTP, through the audited client, at a simulator of its own.
public final class BatchBench implements Wire, AutoCloseable {
    static final String MODEL = "gpt-4o-mini";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /// The API variants of a batch service.
    public enum Variant {
        CHAT,
        RESPONSES,
        AZURE,
        AZURE_OLDER
    }

    private final Simulator simulator;
    private final AuditedClient client;
    final Path directory;
    final BatchService service;
    final ChatCodec codec;
    final ChatEndpoint endpoint;
    private int submissions;

    private BatchBench(Simulator simulator, AuditedClient client, Path directory, Variant variant) {
        this.simulator = simulator;
        this.client = client;
        this.directory = directory;
        String base = simulator.address() + (variant == Variant.CHAT || variant == Variant.RESPONSES ? "/v1" : "");
        this.endpoint = new ChatEndpoint(
                URI.create(base),
                Secret.of("test", "key-of-a-test"),
                variant == Variant.AZURE_OLDER ? Optional.of("2024-10-21") : Optional.empty(),
                LIMIT,
                ExtraHeaders.NONE);
        this.codec = switch (variant) {
            case CHAT -> ChatCompletions.openAi();
            case RESPONSES -> new Responses();
            case AZURE, AZURE_OLDER -> new AzureChat();
        };
        this.service = switch (variant) {
            case CHAT ->
                new OpenAiBatches(endpoint, MODEL, BatchBench::receipt, BatchDialect.chat(BatchDialect.openAiTerms()));
            case RESPONSES ->
                new OpenAiBatches(
                        endpoint, MODEL, BatchBench::receipt, BatchDialect.responses(BatchDialect.openAiTerms()));
            case AZURE, AZURE_OLDER -> AzureBatches.of(endpoint, MODEL, BatchBench::receipt);
        };
    }

    private static Receipt receipt(WireReply.Complete reply) {
        return Receipt.answered(Usage.unknown(), Optional.empty(), Optional.empty());
    }

    public static BatchBench open(Variant variant, Path directory, Map<String, ?> batch) throws IOException {
        Time time = new SystemTime();
        var bench = new BatchBench(
                Simulator.start(SimulatorSettings.DEFAULT, time),
                AuditedClient.open(settings(), time),
                directory,
                variant);
        bench.control("PUT", "settings", Map.of("batch", batch, "full_journal", true));
        return bench;
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

    @Override
    public WireReply exchange(WireRequest request) {
        return onVirtualThread(() -> client.exchange(request));
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        return onVirtualThread(() -> client.transfer(transfer));
    }

    private static WireReply onVirtualThread(Callable<WireReply> exchange) {
        try (var scope = CallScope.open("exchange")) {
            return scope.fork(exchange).get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public String control(String method, String what, Map<String, ?> body) {
        Payload payload = body.isEmpty() ? Payload.empty() : Payload.of(RowJson.writeValue(body));
        var request = new WireRequest(
                method,
                URI.create(simulator.address() + "/_simulator/" + what),
                Headers.none(),
                List.of(),
                payload,
                LIMIT);
        if (exchange(request) instanceof WireReply.Complete complete && complete.status() == 200) {
            return complete.body().asText();
        }
        throw new AssertionError("the simulator did not do it: " + what);
    }

    void faults(Map<String, ?> faults) {
        control("PUT", "settings", Map.of("faults", faults));
    }

    public void pass(Duration time) {
        control("POST", "advance?by=" + time, Map.of());
    }

    /// Ends a job, or makes it show a status.
    void interfere(String batch, String what) {
        control("POST", "batches/" + batch + "/" + what, Map.of());
    }

    /// The endpoints that were asked so far, by the simulator's names.
    List<String> asked() {
        return control("GET", "journal", Map.of())
                .lines()
                .map(line -> line.replaceAll(".*\"endpoint\":\"([a-z_]+)\".*", "$1"))
                .toList();
    }

    byte[] body(String text) {
        return codec.request(endpoint, ChatRequest.of(MODEL, text, 50)).body().bytes();
    }

    /// A submission of questions about so many rows.
    Submission submission(int rows) throws IOException {
        return submission(IntStream.range(0, rows)
                .mapToObj(i -> "Is it positive or negative? great " + i)
                .toList());
    }

    Submission submission(List<String> texts) throws IOException {
        String id = "s" + submissions++ + "-k7mp";
        var lines = new ByteArrayOutputStream();
        for (int i = 0; i < texts.size(); i++) {
            lines.writeBytes(service.line(new CustomId(id, i).text(), body(texts.get(i))));
        }
        return submission(id, lines.toByteArray(), texts.size());
    }

    public Submission submission(String id, byte[] lines, int rows) throws IOException {
        Path file = directory.resolve(id + ".jsonl");
        Files.write(file, lines);
        return new Submission(id, "rowan-" + id, file, rows, lines.length);
    }

    public static <T> T done(BatchReply<T> reply) {
        if (reply instanceof BatchReply.Done<T>(var value, var _)) {
            return value;
        }
        throw new AssertionError("expected a step that was done, got " + reply);
    }

    static <T> BatchReply.Refused<T> refused(BatchReply<T> reply) {
        if (reply instanceof BatchReply.Refused<T> refused) {
            return refused;
        }
        throw new AssertionError("expected a step that was refused, got " + reply);
    }

    BatchStatus created(Submission submission) throws InterruptedException {
        return done(service.create(submission, done(service.upload(submission, this)), this));
    }

    BatchStatus status(BatchStatus batch) {
        return done(service.status(batch.batchId(), this));
    }

    /// All that a batch that has ended says of its requests.
    List<ItemResult> results(BatchStatus ended) throws IOException {
        return results(service, ended);
    }

    public List<ItemResult> results(BatchService asked, BatchStatus ended) throws IOException {
        var items = new ArrayList<ItemResult>();
        for (BatchStatus.ResultPart part : ended.results()) {
            Path into = directory.resolve("results-" + part.kind());
            String sha256 = done(asked.download(ended, part, into, this));
            byte[] content = Files.readAllBytes(into);
            if (!Payload.of(content).sha256().equals(sha256)) {
                throw new AssertionError("the file is not what was told");
            }
            new String(content, StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> items.add(asked.result(line.getBytes(StandardCharsets.UTF_8))
                            .orElseThrow(() -> new AssertionError("cannot be read: " + line))));
        }
        return items;
    }

    @Override
    public void close() throws IOException {
        client.close();
        simulator.close();
    }
}
