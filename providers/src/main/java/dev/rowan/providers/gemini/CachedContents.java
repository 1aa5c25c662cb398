package dev.rowan.providers.gemini;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Explicit caches of the Gemini Developer API, `cachedContents`: requests and replies.
public record CachedContents(ChatEndpoint endpoint, String model) {
    private static final int PAGE = 1_000;
    private static final Duration QUICK = Duration.ofSeconds(15);

    /// The longest display name.
    public static final int MAX_NAME_LENGTH = 128;

    /// A cache as the service reports it.
    public record Content(String name, Optional<String> displayName, Optional<Instant> expires, Optional<Long> tokens) {

        static Optional<Content> of(JsonTree tree) {
            return tree.at("name")
                    .text()
                    .filter(name -> name.matches("cachedContents/[A-Za-z0-9_-]+"))
                    .map(name -> new Content(
                            name,
                            tree.at("displayName").text(),
                            tree.at("expireTime").time(),
                            tree.at("usageMetadata").at("totalTokenCount").count()));
        }
    }

    /// One page of the caches, and the token of the next.
    public record Page(List<Content> contents, Optional<String> next) {}

    private GeminiRequests requests() {
        return new GeminiRequests(endpoint);
    }

    private String path() {
        return "/" + requests().version() + "/";
    }

    /// Keeps `system` and `leading`, the beginning of the first message, for `life`. Either may be empty.
    public WireRequest create(String displayName, String system, String leading, Duration life) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", "models/" + model);
        body.put("displayName", displayName);
        if (!system.isEmpty()) {
            body.put("systemInstruction", Map.of("parts", List.of(Map.of("text", system))));
        }
        if (!leading.isEmpty()) {
            var content = new LinkedHashMap<String, Object>();
            content.put("role", "user");
            content.put("parts", List.of(Map.of("text", leading)));
            body.put("contents", List.of(content));
        }
        body.put("ttl", life.toSeconds() + "s");
        return requests().postJson(path() + "cachedContents", Payload.of(RowJson.writeValue(body)));
    }

    public WireRequest list(Optional<String> page) {
        String from = page.map(token -> "&pageToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8))
                .orElse("");
        return quick(requests().get(path() + "cachedContents?pageSize=" + PAGE + from));
    }

    public WireRequest delete(String name) {
        return quick(requests().of("DELETE", path() + name));
    }

    /// Nothing waits longer for a request that only saves money.
    private static WireRequest quick(WireRequest request) {
        return new WireRequest(
                request.method(),
                request.uri(),
                request.headers(),
                request.credentials(),
                request.body(),
                QUICK,
                request.signer());
    }

    /// The cache in the reply to a create; empty if there is none.
    public static Optional<Content> created(WireReply.Complete reply) {
        return reply.status() / 100 == 2 ? JsonTree.parse(reply.body()).flatMap(Content::of) : Optional.empty();
    }

    /// The caches in the reply to a list; empty if it is none.
    public static Optional<Page> listed(WireReply reply) {
        return reply instanceof WireReply.Complete complete && complete.status() == 200
                ? JsonTree.parse(complete.body())
                        .filter(JsonTree::isObject)
                        .map(body -> new Page(
                                body.at("cachedContents").items().stream()
                                        .flatMap(item -> Content.of(item).stream())
                                        .toList(),
                                body.at("nextPageToken").text().filter(token -> !token.isEmpty())))
                : Optional.empty();
    }

    public static Rejection rejection(WireReply.Complete reply) {
        return GeminiErrors.read(reply.status(), JsonTree.parse(reply.body()).orElse(new JsonTree(null)));
    }
}
