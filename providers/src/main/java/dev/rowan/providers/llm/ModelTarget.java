package dev.rowan.providers.llm;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.call.Headers;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RunDeadline;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.azure.AzureChat;
import dev.rowan.providers.bedrock.BedrockConverse;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.cache.CacheObservations;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.gemini.GeminiChat;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.Responses;
import dev.rowan.providers.openrouter.OpenRouterChat;
import dev.rowan.providers.price.CacheRules;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.PriceTable;
import dev.rowan.providers.price.TierChoice;
import dev.rowan.providers.service.ServiceAccess;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.providers.vertex.VertexClaude;
import dev.rowan.providers.vertex.VertexGemini;
import dev.rowan.providers.vertex.VertexLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The configured model and how to reach it.
record ModelTarget(
        ModelName name,
        Optional<ServiceLocation> location,
        Optional<SecretReference> key,
        String locationOption,
        Optional<String> apiVersion,
        Api api,
        Duration timeout,
        Map<String, HeaderValue> extraHeaders,
        Optional<ModelPrice> price,
        CostOptions costs,
        SignInOptions signIn,
        BatchFileOptions batchFiles) {

    /// OpenAI's APIs.
    enum Api {
        CHAT,
        RESPONSES
    }

    /// OpenAI's word for its standard tier.
    private static final String STANDARD_TIER = "default";

    /// A placeholder for OpenAI-compatible servers without a key.
    private static final Secret NO_KEY = Secret.of("no key", "no-key-was-given");

    /// Resolves address, key and price before any row is read.
    ModelService connect(PluginSetup setup) throws PluginException, InterruptedException {
        ServiceAccess access = access(setup);
        ChatEndpoint endpoint = endpoint(access, setup);
        return new ModelService(
                codec(access, setup),
                endpoint,
                callPrice(access, setup),
                cacheRules(access, setup),
                new CacheObservations(
                        setup.observations(),
                        name.model() + " at "
                                + (access.simulated()
                                        ? "simulator"
                                        : access.base().getAuthority())),
                costs.byDeadline() ? setup.deadline() : RunDeadline.NONE,
                isOpenAi(access) ? Optional.of(STANDARD_TIER) : Optional.empty());
    }

    private boolean isOpenAi(ServiceAccess access) {
        return name.provider() == NativeProvider.OPENAI
                && (access.simulated() || name.provider().isOwn(access.base()));
    }

    /// The same for embeddings.
    EmbeddingService embeddings(EmbeddingApi embedding, PluginSetup setup)
            throws PluginException, InterruptedException {
        ServiceAccess access = access(setup);
        return new EmbeddingService(embedding.codec(), endpoint(access, setup), callPrice(access, setup));
    }

    /// The bucket of its batches, if one is configured.
    Optional<BatchBucket> bucket(PluginSetup setup) throws PluginException, InterruptedException {
        return batchFiles.bucket().isEmpty() ? Optional.empty() : new BucketAccess(this).find(access(setup), setup);
    }

    private CallPrice callPrice(ServiceAccess access, PluginSetup setup) throws PluginException {
        var tier = TierChoice.realtime(costs.tier(), costs.cache() == CacheMode.HOUR);
        return new CallPrice(price(access, setup), tier);
    }

    private ChatEndpoint endpoint(ServiceAccess access, PluginSetup setup)
            throws PluginException, InterruptedException {
        Optional<String> misplaced =
                access.simulated() ? Optional.empty() : name.provider().pathProblem(access.base());
        if (misplaced.isPresent()) {
            throw new PluginException("the address of " + name.provider().word() + " " + misplaced.get());
        }
        URI base = access.simulated() ? name.provider().atSimulator(access.base()) : access.base();
        return new ChatEndpoint(
                base, access.key(), apiVersion, timeout, headers(setup, base.getHost()), access.signer());
    }

    private ExtraHeaders headers(PluginSetup setup, String host) throws PluginException, InterruptedException {
        Headers plain = Headers.none();
        var hidden = new LinkedHashMap<String, Secret>();
        for (Map.Entry<String, HeaderValue> header : extraHeaders.entrySet()) {
            switch (header.getValue()) {
                case HeaderValue.Plain(var text) -> plain = plain.with(header.getKey(), text);
                case HeaderValue.Hidden(var reference) -> hidden.put(header.getKey(), setup.secret(reference));
            }
        }
        try {
            var headers = new ExtraHeaders(plain, hidden);
            hidden.forEach((name, secret) -> Credential.header(host, name, secret));
            return headers;
        } catch (IllegalArgumentException refused) {
            throw new PluginException(String.valueOf(refused.getMessage()));
        }
    }

    private ServiceAccess access(PluginSetup setup) throws PluginException, InterruptedException {
        Optional<ServiceLocation> wanted =
                name.provider() == NativeProvider.SIMULATOR ? Optional.of(new ServiceLocation.Simulator()) : location;
        Optional<ServiceAccess> signed = new IdentityAccess(this).find(setup, wanted(wanted));
        if (signed.isPresent()) {
            return signed.get();
        }
        if (key.isEmpty() && isOwnServer(wanted)) {
            return new ServiceAccess(location(wanted).orElseThrow(), NO_KEY, false);
        }
        if (key.isEmpty() && isKeyless(wanted, setup)) {
            URI base = location(wanted)
                    .orElse(((CompatibleProvider) name.provider()).api().base());
            return new ServiceAccess(base, NO_KEY, false);
        }
        if (key.isEmpty() && isForeign(wanted)) {
            throw new PluginException("'%s' is not an address of %s: set 'api_key' to the key that it should receive"
                    .formatted(locationOption, name.provider().word()));
        }
        return wanted(wanted).find(setup);
    }

    private ServiceAccess.Wanted wanted(Optional<ServiceLocation> at) {
        return new ServiceAccess.Wanted(at, key, name.provider().defaults(), locationOption, LlmOptions.API_KEY.name());
    }

    /// An OpenAI-compatible server. It never receives the key in OPENAI_API_KEY.
    private boolean isOwnServer(Optional<ServiceLocation> wanted) {
        return name.provider() == NativeProvider.OPENAI
                && location(wanted).filter(base -> !name.provider().isOwn(base)).isPresent();
    }

    private static Optional<URI> location(Optional<ServiceLocation> wanted) {
        return wanted.flatMap(at -> at instanceof ServiceLocation.At(URI base) ? Optional.of(base) : Optional.empty());
    }

    /// A provider that needs no key, as it is or at a foreign host, and has none for it.
    private boolean isKeyless(Optional<ServiceLocation> wanted, PluginSetup setup) {
        return name.provider() instanceof CompatibleProvider(var api)
                && api.keyless()
                && (wanted.isEmpty() || location(wanted).isPresent())
                && (isForeign(wanted)
                        || api.keyVariables().stream()
                                .allMatch(
                                        variable -> setup.environment(variable).isEmpty()));
    }

    /// A host that is neither the provider's nor localhost. It never receives the key in the provider's
    /// environment variable.
    private boolean isForeign(Optional<ServiceLocation> wanted) {
        return name.provider().defaults().address().isPresent()
                && location(wanted)
                        .filter(base -> !name.provider().isOwn(base) && !Hosts.isLoopback(base.getHost()))
                        .isPresent();
    }

    /// Whether the built-in simulator answers.
    boolean isSimulated() {
        return name.provider() == NativeProvider.SIMULATOR
                || location.filter(ServiceLocation.Simulator.class::isInstance).isPresent();
    }

    /// Whether the provider has a batch API, and what that needs for its files; an OpenAI-compatible server may have
    /// one.
    boolean hasBatches() {
        return switch (name.provider()) {
            case NativeProvider.OPENAI,
                    NativeProvider.AZURE,
                    NativeProvider.ANTHROPIC,
                    NativeProvider.GEMINI,
                    NativeProvider.SIMULATOR -> true;
            case NativeProvider.BEDROCK, NativeProvider.VERTEX ->
                batchFiles.problem(name.provider()).isEmpty();
            case NativeProvider.OPENROUTER -> false;
            case CompatibleProvider(var compatible) ->
                compatible.batch().isPresent()
                        && batchFiles.problem(name.provider()).isEmpty();
        };
    }

    private ChatCodec codec(ServiceAccess access, PluginSetup setup) throws PluginException {
        return switch (name.provider()) {
            case NativeProvider.OPENAI ->
                switch (api) {
                    case RESPONSES -> new Responses();
                    case CHAT ->
                        access.simulated() || name.provider().isOwn(access.base())
                                ? ChatCompletions.openAi()
                                : ChatCompletions.compatible();
                };
            case NativeProvider.AZURE -> new AzureChat();
            case NativeProvider.ANTHROPIC -> new AnthropicMessages();
            case NativeProvider.GEMINI -> new GeminiChat();
            case NativeProvider.OPENROUTER -> new OpenRouterChat();
            case NativeProvider.BEDROCK -> new BedrockConverse();
            case NativeProvider.VERTEX -> {
                VertexLocation at = new IdentityAccess(this).vertexLocation(setup, access.base());
                yield name.isClaude() ? new VertexClaude(at) : new VertexGemini(at);
            }
            case NativeProvider.SIMULATOR -> ChatCompletions.compatible();
            case CompatibleProvider(var compatible) -> ChatCompletions.of(compatible);
        };
    }

    private Optional<ModelPrice> price(ServiceAccess access, PluginSetup setup) throws PluginException {
        PriceTable table = table(setup);
        String provider = name.provider().word();
        Optional<ModelPrice> known =
                price.map(own -> table.completed(provider, name.model(), own)).or(() -> listed(table, access));
        if (known.isEmpty() && setup.costCapped()) {
            throw new PluginException(("the run has a cost cap, and the price of '%s' at %s is not known: "
                            + "set 'price: {input: …, output: …}' in US dollars for 1,000,000 tokens")
                    .formatted(name.model(), access.base().getHost()));
        }
        if (setup.costCapped() && known.flatMap(p -> p.at(costs.tier())).isEmpty()) {
            throw new PluginException(
                    "the run has a cost cap, and the price of '%s' in the %s tier is not known: list it in %s"
                            .formatted(name.model(), costs.tier().word(), PriceTable.FILE_VARIABLE));
        }
        return known;
    }

    /// Nothing is known of the caches of OpenAI-compatible servers.
    private CacheRules cacheRules(ServiceAccess access, PluginSetup setup) throws PluginException {
        boolean known = access.simulated()
                || name.provider() != NativeProvider.OPENAI
                || name.provider().isOwn(access.base());
        return known ? table(setup).cache(name.provider().word(), name.model()) : CacheRules.NONE;
    }

    /// Whether the provider takes a key for its cache whatever the model.
    boolean takesCacheKey(CacheRules rules) {
        return rules.control() != CacheRules.Control.NONE
                && switch (name.provider()) {
                    case CompatibleProvider(var compatible) -> compatible.takesCacheKey();
                    case NativeProvider known -> known == NativeProvider.OPENAI;
                };
    }

    private static PriceTable table(PluginSetup setup) throws PluginException {
        Optional<String> file = setup.environment(PriceTable.FILE_VARIABLE);
        if (file.isEmpty()) {
            return PriceTable.bundled();
        }
        try {
            return PriceTable.with(Path.of(file.get()));
        } catch (IOException | InvalidPathException wrong) {
            throw new PluginException(
                    "the price list " + file.get() + " (" + PriceTable.FILE_VARIABLE + "): " + wrong.getMessage());
        }
    }

    /// The built-in list applies to the provider's own address only, the user's everywhere but at the simulator.
    private Optional<ModelPrice> listed(PriceTable table, ServiceAccess access) {
        String provider = name.provider().word();
        if (access.simulated()) {
            return Optional.of(table.simulated(provider, name.model()));
        }
        Optional<ModelPrice> own = table.findOwn(provider, name.model());
        if (own.isEmpty() && name.provider() instanceof CompatibleProvider(var compatible) && compatible.free()) {
            return Optional.of(table.free(provider));
        }
        return own.or(
                () -> name.provider().isOwn(access.base()) ? table.find(provider, name.model()) : Optional.empty());
    }
}
