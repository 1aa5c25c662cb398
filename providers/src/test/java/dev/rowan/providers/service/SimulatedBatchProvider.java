package dev.rowan.providers.service;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A provider of the simulator, for the contract of batch services.
public final class SimulatedBatchProvider implements BatchProviderUnderTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final BatchSimulator simulator;
    private final Path folder;
    private final Vendor vendor;
    private final Map<String, Object> batch;
    private final ChatEndpoint endpoint;

    /// `name` begins the simulator's names of its steps, `path` is the base path of its API, `download` the step that
    /// fetches results.
    public record Vendor(
            String name,
            String path,
            String download,
            ChatCodec codec,
            Function<ChatEndpoint, BatchService> service,
            Set<Quirk> quirks) {

        public Vendor {
            quirks = Set.copyOf(quirks);
        }

        public Vendor(
                String name,
                String path,
                String download,
                ChatCodec codec,
                Function<ChatEndpoint, BatchService> service) {
            this(name, path, download, codec, service, Set.of());
        }
    }

    private SimulatedBatchProvider(BatchSimulator simulator, Path folder, Vendor vendor, Map<String, Object> batch) {
        this.simulator = simulator;
        this.folder = folder;
        this.vendor = vendor;
        this.batch = batch;
        this.endpoint = at(simulator.endpoint(Optional.empty()).base() + vendor.path());
    }

    public static SimulatedBatchProvider open(Path folder, Set<Behaviour> behaviours, Vendor vendor)
            throws IOException {
        var batch = new HashMap<String, Object>();
        for (Behaviour behaviour : behaviours) {
            switch (behaviour) {
                case RUNS_FOR_AN_HOUR -> batch.putAll(Map.of("running", "1h", "cancelling", "5m"));
                case SHOWS_BATCHES_LATE -> batch.putAll(Map.of("get_lag", "1m", "list_lag", "1m"));
                case REJECTS_EVERY_REQUEST -> batch.put("row_faults", Map.of("status:400", 1.0));
                case BROKEN_LINES ->
                    batch.put("lines", Map.of("missing", 0.2, "duplicate", 0.2, "unknown", 0.2, "bad", 0.2));
            }
        }
        return new SimulatedBatchProvider(BatchSimulator.open(folder, batch), folder, vendor, batch);
    }

    private static ChatEndpoint at(String base) {
        return new ChatEndpoint(
                URI.create(base), Secret.of("test", "sk-0123456789"), Optional.empty(), LIMIT, ExtraHeaders.NONE);
    }

    @Override
    public BatchService service() {
        return vendor.service().apply(endpoint);
    }

    @Override
    public Set<Quirk> quirks() {
        return vendor.quirks();
    }

    @Override
    public BatchService unreachable() {
        return vendor.service().apply(at("http://localhost:1"));
    }

    @Override
    public Wire wire() {
        return simulator.wire();
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public byte[] body(int item) {
        var question = ChatRequest.of(service().model(), "Is it good or bad? great " + item, 50);
        return vendor.codec().request(endpoint, question).body().bytes();
    }

    @Override
    public void failCreate(Fault fault) {
        fail(vendor.name() + "_batch_create", fault);
    }

    @Override
    public void failDownload(Fault fault) {
        fail(vendor.download(), fault);
    }

    private void fail(String step, Fault fault) {
        String name = switch (fault) {
            case REPLY_LOST -> "lost_reply";
            case REPLY_TRUNCATED -> "truncate";
            case REPLY_IS_HTML -> "body:html";
            case REPLY_IS_EMPTY -> "body:empty";
            case DONE_WITH_STATUS_500 -> "failed_reply:500";
            case STATUS_500 -> "status:500";
            case STATUS_503 -> "status:503";
            case STATUS_401 -> "status:401";
            case STATUS_429 -> "status:429:seconds";
        };
        simulator.change(Map.of("batch", batch, "faults", Map.of(step + "/" + name, 1.0)));
    }

    @Override
    public void advance(Duration by) {
        simulator.advance(by);
    }

    @Override
    public void expire(String batchId) {
        simulator.control("POST", "batches/" + batchId + "/expire", Payload.empty());
    }

    @Override
    public void remove(String batchId) {
        simulator.control("POST", "batches/" + batchId + "/vanish", Payload.empty());
    }

    @Override
    public void show(String batchId, String state) {
        simulator.control("POST", "batches/" + batchId + "/show?status=" + state, Payload.empty());
    }

    @Override
    public long batches() {
        return simulator.batches();
    }

    @Override
    public void close() throws IOException {
        simulator.close();
    }
}
