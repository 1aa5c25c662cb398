package dev.rowan.providers.llm;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.call.Headers;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.azure.AzureChat;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.gemini.GeminiChat;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.Responses;
import dev.rowan.providers.openrouter.OpenRouterChat;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.PriceTable;
import dev.rowan.providers.service.ServiceAccess;
import dev.rowan.providers.service.ServiceLocation;
import java.net.URI;
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
        Optional<ModelPrice> price) {

    /// OpenAI's APIs.
    enum Api {
        CHAT,
        RESPONSES
    }

    /// A placeholder for OpenAI-compatible servers without a key.
    private static final Secret NO_KEY = Secret.of("no key", "no-key-was-given");

    /// Resolves address, key and price before any row is read.
    ModelService connect(PluginSetup setup) throws PluginException, InterruptedException {
        ServiceAccess access = access(setup);
        Optional<String> misplaced =
                access.simulated() ? Optional.empty() : name.provider().pathProblem(access.base());
        if (misplaced.isPresent()) {
            throw new PluginException("the address of " + name.provider().word() + " " + misplaced.get());
        }
        URI base = access.simulated() ? name.provider().atSimulator(access.base()) : access.base();
        var endpoint = new ChatEndpoint(base, access.key(), apiVersion, timeout, headers(setup, base.getHost()));
        return new ModelService(codec(access), endpoint, new CallPrice(price(access, setup.costCapped())));
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
                name.provider() == Provider.SIMULATOR ? Optional.of(new ServiceLocation.Simulator()) : location;
        if (key.isEmpty() && isOwnServer(wanted)) {
            return new ServiceAccess(((ServiceLocation.At) wanted.orElseThrow()).base(), NO_KEY, false);
        }
        if (key.isEmpty() && isForeign(wanted)) {
            throw new PluginException("'%s' is not an address of %s: set 'api_key' to say which key it is to get"
                    .formatted(locationOption, name.provider().word()));
        }
        return new ServiceAccess.Wanted(
                        wanted, key, name.provider().defaults(), locationOption, LlmOptions.API_KEY.name())
                .find(setup);
    }

    /// An OpenAI-compatible server. It never receives the key in OPENAI_API_KEY.
    private boolean isOwnServer(Optional<ServiceLocation> wanted) {
        return name.provider() == Provider.OPENAI
                && wanted.isPresent()
                && wanted.get() instanceof ServiceLocation.At(URI base)
                && !Provider.OPENAI.isOwn(base);
    }

    /// A host that is neither the provider's nor localhost. It never receives the key in the provider's
    /// environment variable.
    private boolean isForeign(Optional<ServiceLocation> wanted) {
        return wanted.isPresent()
                && wanted.get() instanceof ServiceLocation.At(URI base)
                && name.provider().defaults().address().isPresent()
                && !name.provider().isOwn(base)
                && !Hosts.isLoopback(base.getHost());
    }

    /// Whether the provider has a batch API; an OpenAI-compatible server may have one.
    boolean hasBatches() {
        return switch (name.provider()) {
            case OPENAI, AZURE, ANTHROPIC, GEMINI, SIMULATOR -> true;
            case OPENROUTER -> false;
        };
    }

    private ChatCodec codec(ServiceAccess access) {
        return switch (name.provider()) {
            case OPENAI ->
                switch (api) {
                    case RESPONSES -> new Responses();
                    case CHAT ->
                        access.simulated() || Provider.OPENAI.isOwn(access.base())
                                ? ChatCompletions.openAi()
                                : ChatCompletions.compatible();
                };
            case AZURE -> new AzureChat();
            case ANTHROPIC -> new AnthropicMessages();
            case GEMINI -> new GeminiChat();
            case OPENROUTER -> new OpenRouterChat();
            case SIMULATOR -> ChatCompletions.compatible();
        };
    }

    private Optional<ModelPrice> price(ServiceAccess access, boolean needed) throws PluginException {
        Optional<ModelPrice> known = price.or(() -> listed(access));
        if (known.isEmpty() && needed) {
            throw new PluginException(("the run has a cost cap, and the price of '%s' at %s is not known: "
                            + "set 'price: {input: …, output: …}' in US dollars for 1,000,000 tokens")
                    .formatted(name.model(), access.base().getHost()));
        }
        return known;
    }

    /// The price list applies to the provider's own address only.
    private Optional<ModelPrice> listed(ServiceAccess access) {
        PriceTable table = PriceTable.bundled();
        if (access.simulated()) {
            return Optional.of(table.simulated(name.model()));
        }
        return name.provider().isOwn(access.base())
                ? table.find(name.provider().word(), name.model())
                : Optional.empty();
    }
}
