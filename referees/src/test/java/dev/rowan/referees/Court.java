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

/// A simulator with a full journal, to which the SDKs and our own client are sent.
final class Court implements AutoCloseable {
    static final String KEY = "key-for-the-referees";

    /// What makes the first send of each request fail with 429, and the second succeed.
    static final Map<String, Object> LIMITED_ONCE =
            Map.of("faults", Map.of("status:429:seconds", 1.0), "fault_attempts", 1);

    private final HttpClient control = HttpClient.newHttpClient();
    private final List<Runnable> clients = new ArrayList<>();
    private final Simulator simulator;
    private final AuditedClient ours;

    private Court(SimulatorSettings settings) throws IOException {
        simulator = Simulator.start(settings, new SystemTime());
        ours = AuditedClient.open(HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), tls()), new SystemTime());
    }

    static Court open(Map<String, Object> settings) throws IOException {
        var all = new LinkedHashMap<>(settings);
        all.put("full_journal", true);
        all.put("keys", KEY);
        var problems = new Problems();
        Optional<SimulatorSettings> read = Section.check(
                        ConfigNode.of(all), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        return new Court(read.orElseThrow());
    }

    private static SSLContext tls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// `client`, which ends with the court by way of `close`.
    <C> C closing(C client, Consumer<C> close) {
        clients.add(() -> close.accept(client));
        return client;
    }

    /// The simulator's address with `path` after it.
    String at(String path) {
        return simulator.address() + path;
    }

    /// What our own codec and client make of `request`, and what they read in the reply.
    ChatReply ask(ChatCodec codec, String basePath, Optional<String> version, ChatRequest request) {
        WireReply reply = ours.exchange(codec.request(endpoint(basePath, version), request));
        if (reply instanceof WireReply.Complete complete) {
            return codec.reply(complete);
        }
        throw new AssertionError("no whole reply: " + reply);
    }

    /// Our own way to the simulator.
    Wire wire() {
        return ours;
    }

    /// Where our own services are told to be.
    ChatEndpoint endpoint(String basePath, Optional<String> version) {
        return new ChatEndpoint(URI.create(at(basePath)), Secret.of("the test", KEY), version, Duration.ofSeconds(20));
    }

    void change(Map<String, Object> settings) throws IOException, InterruptedException {
        control("PUT", "/_simulator/settings", RowJson.writeValue(settings));
    }

    /// Puts the clock of the batch jobs forward by an hour.
    void passAnHour() throws IOException, InterruptedException {
        control("POST", "/_simulator/advance?by=PT1H", new byte[0]);
    }

    /// Every request so far, in the order of their answers.
    List<Sent> sent() throws IOException, InterruptedException {
        return control("GET", "/_simulator/journal", new byte[0])
                .lines()
                .map(line -> Sent.of(Fields.of(json(line)).orElseThrow()))
                .toList();
    }

    /// The last two requests: the SDK's, then ours.
    Pair pair() throws IOException, InterruptedException {
        List<Sent> all = sent();
        return new Pair(all.get(all.size() - 2), all.getLast());
    }

    /// A request of the SDK and one of ours that should look the same.
    record Pair(Sent theirs, Sent ours) {}

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
