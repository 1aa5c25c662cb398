package dev.rowan.referees;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.simulator.json.Fields;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/// A simulator with a full journal, called by the SDKs and by our own client.
final class SdkTestServer implements AutoCloseable {
    static final String KEY = "key-for-the-referees";

    /// The settings with which the first send of each request fails with 429 and the second succeeds.
    static final Map<String, Object> LIMITED_ONCE =
            Map.of("faults", Map.of("status:429:seconds", 1.0), "fault_attempts", 1);

    private final HttpClient control = HttpClient.newHttpClient();
    private final List<Runnable> clients = new ArrayList<>();
    private final Simulator simulator;
    private final AuditedClient ours;

    private SdkTestServer(SimulatorSettings settings) throws IOException {
        simulator = Simulator.start(settings, new SystemTime());
        ours = AuditedClient.open(HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), tls()), new SystemTime());
    }

    static SdkTestServer open(Map<String, Object> settings) throws IOException {
        var all = new LinkedHashMap<>(settings);
        all.put("full_journal", true);
        all.put("keys", KEY);
        var problems = new Problems();
        Optional<SimulatorSettings> read = Section.check(
                        ConfigNode.of(all), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        return new SdkTestServer(read.orElseThrow());
    }

    private static SSLContext tls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns `client` and closes it with this server, by `close`.
    <C> C closing(C client, Consumer<C> close) {
        clients.add(() -> close.accept(client));
        return client;
    }

    /// The simulator's address followed by `path`.
    String at(String path) {
        return simulator.address() + path;
    }

    /// Sends `request` with our own codec and client; returns the parsed reply.
    ChatReply ask(ChatCodec codec, String basePath, Optional<String> version, ChatRequest request) {
        WireReply reply = ours.exchange(codec.request(endpoint(basePath, version), request));
        if (reply instanceof WireReply.Complete complete) {
            return codec.reply(complete);
        }
        throw new AssertionError("no whole reply: " + reply);
    }

    /// Our own wire to the simulator.
    Wire wire() {
        return ours;
    }

    /// The address of the simulator for our own services.
    ChatEndpoint endpoint(String basePath, Optional<String> version) {
        return new ChatEndpoint(
                URI.create(at(basePath)),
                Secret.of("the test", KEY),
                version,
                Duration.ofSeconds(20),
                ExtraHeaders.NONE);
    }

    void change(Map<String, Object> settings) throws IOException, InterruptedException {
        control("PUT", "/_simulator/settings", RowJson.writeValue(settings));
    }

    /// Advances the clock of the batch jobs by an hour.
    void passAnHour() throws IOException, InterruptedException {
        control("POST", "/_simulator/advance?by=PT1H", new byte[0]);
    }

    /// All requests so far, in the order of their replies.
    List<SentRequest> sent() throws IOException, InterruptedException {
        return control("GET", "/_simulator/journal", new byte[0])
                .lines()
                .map(line -> SentRequest.of(Fields.of(json(line)).orElseThrow()))
                .toList();
    }

    /// The last two requests: the SDK's, then ours.
    Pair pair() throws IOException, InterruptedException {
        List<SentRequest> all = sent();
        return new Pair(all.get(all.size() - 2), all.getLast());
    }

    /// A request of the SDK and one of ours, which should be equal.
    record Pair(SentRequest theirs, SentRequest ours) {}

    private String control(String method, String path, byte[] body) throws IOException, InterruptedException {
        HttpResponse<String> response = control.send(
                HttpRequest.newBuilder(URI.create(at(path)))
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new AssertionError(response.body());
        }
        return response.body();
    }

    static Object json(String text) {
        try {
            return Optional.ofNullable(RowJson.readValue(text.getBytes(StandardCharsets.UTF_8)))
                    .orElseThrow();
        } catch (JsonException e) {
            throw new AssertionError(text, e);
        }
    }

    @Override
    public void close() throws IOException {
        clients.forEach(Runnable::run);
        ours.close();
        control.shutdownNow();
        control.close();
        simulator.close();
    }
}
