package dev.rowan.providers.service;

import dev.rowan.api.SystemTime;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.RowJson;
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
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/// The simulator's batches over real HTTP, through the audited client, and a folder for the files.
public final class BatchSimulator implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Simulator simulator;
    private final AuditedClient client;
    private final Path folder;

    private BatchSimulator(Simulator simulator, AuditedClient client, Path folder) {
        this.simulator = simulator;
        this.client = client;
        this.folder = folder;
    }

    /// `batch` is the section of that name.
    public static BatchSimulator open(Path folder, Map<String, ?> batch) throws IOException {
        return open(folder, batch, Map.of(), HttpSettings.MAX_BODY);
    }

    public static BatchSimulator open(Path folder, Map<String, ?> batch, Map<String, ?> more, int maxBody)
            throws IOException {
        var all = new HashMap<String, Object>(more);
        all.put("batch", batch);
        var problems = new Problems();
        Optional<SimulatorSettings> settings = Section.check(
                        ConfigNode.of(all), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        var time = new SystemTime();
        return new BatchSimulator(
                Simulator.start(settings.orElseThrow(), time), AuditedClient.open(http(maxBody), time), folder);
    }

    private static HttpSettings http(int maxBody) {
        try {
            return HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault())
                    .withMaxBody(maxBody);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public AuditedClient wire() {
        return client;
    }

    public ChatEndpoint endpoint(Optional<String> version) {
        return new ChatEndpoint(
                simulator.address(), Secret.of("test", "sk-0123456789"), version, LIMIT, ExtraHeaders.NONE);
    }

    /// The same below `path`.
    public ChatEndpoint endpoint(Optional<String> version, String path) {
        return new ChatEndpoint(
                URI.create(simulator.address() + path),
                Secret.of("test", "sk-0123456789"),
                version,
                LIMIT,
                ExtraHeaders.NONE);
    }

    /// A receipt that only tells whether the work was done.
    public static Receipt receipt(WireReply.Complete reply) {
        return Receipt.refused(Receipt.Disposition.INVALID, Optional.empty(), Optional.empty(), "" + reply.status());
    }

    /// A submission of so many questions, as they would be asked in real time.
    public Submission submission(String id, int count, BatchService service, ChatCodec codec, ChatEndpoint endpoint)
            throws IOException {
        return submission(
                id,
                service,
                IntStream.range(0, count)
                        .mapToObj(i -> codec.request(
                                        endpoint, ChatRequest.of(service.model(), "Is it good or bad? great " + i, 50))
                                .body()
                                .bytes())
                        .toList());
    }

    public Submission submission(String id, BatchService service, List<byte[]> bodies) throws IOException {
        Path file = folder.resolve(id + ".jsonl");
        try (var out = Files.newOutputStream(file)) {
            for (int i = 0; i < bodies.size(); i++) {
                out.write(service.line(id + "-" + i, bodies.get(i)));
            }
        }
        return new Submission(id, "tag-" + id, file, bodies.size(), Files.size(file));
    }

    /// The batch that all steps of a submission make.
    public BatchStatus made(BatchService service, Submission submission) throws InterruptedException {
        Optional<String> file = done(service.upload(submission, client));
        return done(service.create(submission, file, client));
    }

    /// The results of a batch that has ended, line by line; what cannot be read is empty.
    public List<Optional<ItemResult>> results(BatchService service, BatchStatus ended) throws IOException {
        var items = new ArrayList<Optional<ItemResult>>();
        for (BatchStatus.ResultPart part : ended.results()) {
            Path into = folder.resolve(part.kind() + ".jsonl");
            String sha256 = done(service.download(ended, part, into, client));
            byte[] bytes = Files.readAllBytes(into);
            if (!Payload.of(bytes).sha256().equals(sha256)) {
                throw new AssertionError("the sum is not that of the file");
            }
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> service.result(line.getBytes(StandardCharsets.UTF_8)))
                    .forEach(items::add);
        }
        return items;
    }

    public static <T> T done(BatchReply<T> reply) {
        if (reply instanceof BatchReply.Done<T>(T value, var _)) {
            return value;
        }
        throw new AssertionError("not done: " + reply);
    }

    public void advance(Duration by) {
        control("POST", "advance?by=" + by, Payload.empty());
    }

    /// Puts the simulator's settings in the place of those that it has.
    public void change(Map<String, ?> settings) {
        control("PUT", "settings", Payload.of(RowJson.writeValue(settings)));
    }

    public String control(String method, String what, Payload body) {
        var request = new WireRequest(
                method,
                URI.create(simulator.address() + "/_simulator/" + what),
                Headers.none(),
                List.of(),
                body,
                LIMIT);
        WireReply reply = client.exchange(request);
        if (reply instanceof WireReply.Complete complete && complete.status() == 200) {
            return complete.body().asText();
        }
        throw new AssertionError("the simulator did not do it: " + reply);
    }

    /// How many batches the simulator holds, whatever their owner was told.
    public long batches() {
        return control("GET", "batches", Payload.empty()).lines().count();
    }

    @Override
    public void close() throws IOException {
        client.close();
        simulator.close();
    }
}
