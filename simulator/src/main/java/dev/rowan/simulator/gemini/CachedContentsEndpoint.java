package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.answer.Tokens;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.cache.CachedContentStore;
import dev.rowan.simulator.cache.CachedContentStore.Stored;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.price.Prices;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `POST /v1beta/cachedContents`: explicit caches. A create is billed at once: its tokens as input, and their storage
/// for the whole `ttl`.
public record CachedContentsEndpoint(ServiceDialect dialect, CachedContentStore store) implements Endpoint {
    private static final String PATH = "/v1beta/cachedContents";
    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,7})s");
    private static final Duration USUAL_LIFE = Duration.ofHours(1);
    private static final Pattern WITHOUT = Pattern.compile("gemini-([4-9]|[1-9][0-9]).*");
    private static final long FLASH_MINIMUM = 1_024;
    private static final long MINIMUM = 4_096;

    @Override
    public String name() {
        return "gemini_cached_content";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals(PATH);
    }

    /// List, get and delete.
    public List<Operation> operations() {
        return List.of(
                operation("list", "GET", PATH, (request, _) -> list(request)),
                operation("get", "GET", PATH + "/([^/:]+)", (request, id) -> {
                    Stored stored = find(store, request, "cachedContents/" + id);
                    return EndpointResult.Resource.about(stored.name(), object(stored));
                }),
                operation("delete", "DELETE", PATH + "/([^/:]+)", (request, id) -> {
                    store.remove(find(store, request, "cachedContents/" + id).name());
                    return EndpointResult.Resource.about("cachedContents/" + id, JsonObjects.object());
                }));
    }

    private Operation operation(String word, String method, String path, Operation.Work work) {
        return new Operation(
                "gemini_cached_content_" + word, dialect, method, Pattern.compile(path), Operation.Body.OTHER, work);
    }

    private EndpointResult list(EndpointRequest request) {
        return EndpointResult.Resource.of(JsonObjects.object(
                "cachedContents",
                store.list(request.key(), request.now()).stream()
                        .map(CachedContentsEndpoint::object)
                        .toList()));
    }

    static Stored find(CachedContentStore store, EndpointRequest request, String name) throws RefusedException {
        return store.find(request.key(), name, request.now())
                .orElseThrow(
                        () -> Refusal.of(403, "PERMISSION_DENIED", "CachedContent not found (or permission denied)")
                                .thrown());
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        Fields body = request.body();
        String model = body.text("model").orElse("").replaceFirst("models/", "");
        if (!request.models().has(model) || WITHOUT.matcher(model).matches()) {
            throw Refusal.of(
                            404,
                            "NOT_FOUND",
                            "models/" + model + " is not found for API version v1beta, or is not supported for"
                                    + " createCachedContent.")
                    .thrown();
        }
        List<?> contents = body.list("contents").orElse(List.of());
        @Nullable Object system = body.get("systemInstruction");
        long tokens = Tokens.count(GenerateRequest.text(system, contents));
        long minimum = model.contains("flash") ? FLASH_MINIMUM : MINIMUM;
        if (tokens < minimum) {
            throw GeminiDialect.invalid("Cached content is too small. total_token_count=" + tokens
                            + ", min_total_token_count=" + minimum)
                    .thrown();
        }
        Duration life = life(body);
        var stored = new Stored(
                "cachedContents/" + request.seed().and(store.next()).id(""),
                request.key(),
                model,
                body.text("displayName"),
                system,
                contents,
                tokens,
                request.now(),
                request.now().plus(life));
        store.add(stored);
        return new ModelReply(
                model,
                new TokenUsage(tokens, 0, new CacheTokens(0, 0, 0, tokens)),
                object(stored),
                SimulatedTier.STANDARD,
                CacheUse.NONE,
                Prices.of(name(), model).storage(tokens, life));
    }

    private static Duration life(Fields body) throws RefusedException {
        Optional<String> ttl = body.text("ttl");
        Matcher seconds = SECONDS.matcher(ttl.orElse(""));
        if (ttl.isPresent() && !seconds.matches()) {
            throw GeminiDialect.invalid("Invalid value at 'cached_content.ttl' (type.googleapis.com/google.protobuf"
                            + ".Duration), Field 'ttl', Illegal duration format; duration must end with 's'")
                    .thrown();
        }
        return ttl.isPresent() ? Duration.ofSeconds(Long.parseLong(seconds.group(1))) : USUAL_LIFE;
    }

    /// A cache as the API reports it, without what it holds.
    private static Map<String, @Nullable Object> object(Stored stored) {
        Map<String, @Nullable Object> object = JsonObjects.object("name", stored.name());
        object.put("model", "models/" + stored.model());
        stored.displayName().ifPresent(name -> object.put("displayName", name));
        object.put("createTime", stored.since().toString());
        object.put("updateTime", stored.since().toString());
        object.put("expireTime", stored.expires().toString());
        object.put("usageMetadata", JsonObjects.object("totalTokenCount", stored.tokens()));
        return object;
    }
}
