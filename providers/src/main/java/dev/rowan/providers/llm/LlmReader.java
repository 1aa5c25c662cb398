package dev.rowan.providers.llm;

import static java.util.stream.Collectors.joining;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.providers.vertex.VertexLocation;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates a transform from its settings and reports rules that span keys.
final class LlmReader {
    private static final Duration FLEX_TIMEOUT = Duration.ofMinutes(20);

    /// An option of the engine that limits a request's tokens.
    private static final Option<Long> TOKENS_PER_MINUTE =
            Option.integer("tokens_per_minute", 1).optional();

    private final Section options;

    LlmReader(Section options) {
        this.options = options;
    }

    Transform llm() {
        Optional<ServiceLocation> location = options.find(LlmOptions.BASE_URL);
        String text = options.get(LlmOptions.MODEL);
        boolean ownServer = location.isPresent() && location.get() instanceof ServiceLocation.At;
        PromptChecks.noTemplate(options, LlmOptions.MODEL);
        Optional<ModelName> name = ModelName.parse(text, ownServer);
        if (name.isEmpty()) {
            String hint = NearName.hint(ModelName.first(text), Provider.names())
                    .map(near -> "; " + near)
                    .orElse("");
            options.problem(
                    LlmOptions.MODEL,
                    "must be provider/model with a provider of " + String.join(", ", Provider.names()) + ", got '"
                            + text + "'" + hint);
        }
        name.ifPresent(this::checkKeys);
        return transform(name, LlmOptions.BASE_URL, options.find(LlmOptions.API_VERSION), options.get(LlmOptions.API));
    }

    Transform azure() {
        return transform(
                named(NativeProvider.AZURE, LlmOptions.DEPLOYMENT_NAME),
                LlmOptions.ENDPOINT,
                options.find(LlmOptions.API_VERSION),
                ModelTarget.Api.CHAT);
    }

    Transform openRouter() {
        return transform(
                named(NativeProvider.OPENROUTER, LlmOptions.ROUTED_MODEL),
                LlmOptions.BASE_URL,
                Optional.empty(),
                ModelTarget.Api.CHAT);
    }

    private Optional<ModelName> named(Provider provider, Option<String> option) {
        String name = options.get(option);
        if (name.isBlank()) {
            options.problem(option, "must not be blank");
            return Optional.empty();
        }
        PromptChecks.noTemplate(options, option);
        return Optional.of(new ModelName(provider, name));
    }

    /// Rejects keys that have no effect for this provider.
    private void checkKeys(ModelName name) {
        Provider provider = name.provider();
        if (provider == NativeProvider.SIMULATOR) {
            refuse(LlmOptions.BASE_URL, "the simulator has an address of its own");
            refuse(LlmOptions.API_KEY, "the simulator needs no key");
        }
        boolean isVertex = provider == NativeProvider.VERTEX;
        if (provider != NativeProvider.AZURE && provider != NativeProvider.BEDROCK && !isVertex) {
            refuse(SignInOptions.SIGN_IN, "azure, bedrock and vertex have identities");
        }
        if (provider != NativeProvider.BEDROCK && !isVertex) {
            refuse(SignInOptions.REGION, "bedrock and vertex have regions");
        }
        if (!isVertex) {
            refuse(SignInOptions.PROJECT, "vertex has projects");
        } else {
            checkVertex(name);
        }
        if (!provider.knowsApiVersion()) {
            refuse(LlmOptions.API_VERSION, provider.word() + " has no API versions");
        }
        if (provider != NativeProvider.OPENAI && options.get(LlmOptions.API) != ModelTarget.Api.CHAT) {
            options.problem(LlmOptions.API, "must be chat; only openai has responses");
        }
    }

    private void checkVertex(ModelName name) {
        if (!name.isClaude() && !name.model().startsWith("gemini")) {
            options.problem(
                    LlmOptions.MODEL,
                    "must be a Gemini or Claude model at vertex, such as vertex/gemini-2.5-flash, got '" + name.model()
                            + "'");
        }
        for (Option<String> option : List.of(SignInOptions.PROJECT, SignInOptions.REGION)) {
            Optional<String> odd = options.find(option).filter(text -> !VertexLocation.isName(text));
            odd.ifPresent(text -> options.problem(option, "must be letters, digits and hyphens, got '" + text + "'"));
        }
    }

    private void refuse(Option<?> option, String why) {
        if (options.find(option).isPresent()) {
            options.problem(option, "must be absent here: " + why);
        }
    }

    private Transform transform(
            Optional<ModelName> name,
            Option<ServiceLocation> location,
            Optional<String> apiVersion,
            ModelTarget.Api api) {
        var reader = new ParameterReader(options);
        GenerationParameters parameters = reader.read();
        name.ifPresent(model -> reader.check(model, api, apiVersion));
        name.ifPresent(known -> checkService(known, location));
        if (name.map(ModelName::provider).filter(LlmReader::takesTextAlone).isPresent()) {
            refuse(
                    AttachmentField.ATTACHMENTS,
                    "images and documents are sent to openai, azure, anthropic, gemini and vertex");
        }
        List<Query> queries = new QueryReader(options).read();
        checkTokens(queries, parameters);
        if (name.isEmpty() || queries.isEmpty()) {
            return unusable();
        }
        ServiceTier tier = options.get(LlmOptions.TIER).tier();
        checkTier(tier, name.get().provider());
        var target = new ModelTarget(
                name.get(),
                options.find(location),
                options.find(LlmOptions.API_KEY),
                location.name(),
                apiVersion,
                api,
                timeout(options, tier),
                options.find(LlmOptions.EXTRA_HEADERS).orElse(Map.of()),
                options.find(LlmOptions.PRICE),
                new CostOptions(options.get(LlmOptions.CACHE), tier, options.get(LlmOptions.TIER) == TierOption.AUTO),
                signIn(),
                BatchFileOptions.read(options, name.get().provider()));
        return new LlmTransform(new LlmSettings(
                target,
                queries,
                options.find(LlmOptions.QUERIES).isPresent(),
                options.get(LlmOptions.MAX_SCHEMA_RETRIES).intValue(),
                parameters,
                AttachmentField.read(options),
                sharesAnswers()));
    }

    private SignInOptions signIn() {
        SignInOptions signIn = SignInOptions.read(options);
        if (signIn.isIdentity() && options.find(LlmOptions.API_KEY).isPresent()) {
            options.problem(SignInOptions.SIGN_IN, "must not be identity with 'api_key'; remove one of them");
        }
        return signIn;
    }

    private static boolean takesTextAlone(Provider provider) {
        return provider == NativeProvider.OPENROUTER
                || provider == NativeProvider.BEDROCK
                || provider instanceof CompatibleProvider;
    }

    private void checkTier(ServiceTier tier, Provider provider) {
        if (tier == ServiceTier.STANDARD || provider.tiers().contains(tier)) {
            return;
        }
        String others = provider.tiers().stream()
                .sorted()
                .map(other -> " or " + other.word())
                .collect(joining());
        options.problem(
                LlmOptions.TIER,
                "must be standard" + others + ": " + provider.word() + " has no "
                        + (others.isEmpty() ? "other" : "such") + " tiers here");
    }

    /// A temperature of 0 asks for the same answer each time.
    private boolean sharesAnswers() {
        Optional<BigDecimal> temperature = options.find(LlmOptions.TEMPERATURE);
        Dedupe dedupe = options.get(Dedupe.OPTION);
        if (dedupe == Dedupe.ALWAYS && temperature.filter(t -> t.signum() > 0).isPresent()) {
            options.warning(
                    Dedupe.OPTION,
                    "lets rows with equal requests share one sample, although temperature is " + temperature.get()
                            + "; omit it, or set temperature: 0");
        }
        return dedupe.shares(temperature.filter(t -> t.signum() == 0).isPresent());
    }

    private void checkService(ModelName name, Option<ServiceLocation> location) {
        Optional<URI> base = options.find(location)
                .flatMap(given -> given instanceof ServiceLocation.At(URI at) ? Optional.of(at) : Optional.empty());
        base.flatMap(name.provider()::pathProblem).ifPresent(problem -> options.problem(location, problem));
        boolean ownServer = base.filter(at -> !name.provider().isOwn(at)).isPresent();
        SamplingChecks.check(options, name, ownServer);
    }

    /// A request counts with its maximum, which the limit must allow.
    private void checkTokens(List<Query> queries, GenerationParameters parameters) {
        Optional<Long> limit = options.find(TOKENS_PER_MINUTE);
        long most = queries.stream()
                .mapToLong(query -> query.leastTokens(parameters))
                .max()
                .orElse(0);
        if (limit.isPresent() && limit.get() < most) {
            options.problem(
                    TOKENS_PER_MINUTE,
                    ("must be at least %d, what one request can use with its max_tokens and the texts that are the same"
                                    + " for every row, got %d; raise it, or lower max_tokens")
                            .formatted(most, limit.get()));
        }
    }

    /// A placeholder for a transform with reported problems; never run.
    private static Transform unusable() {
        return (RowTransform) (_, _) -> {
            throw new IllegalStateException("the settings of this transform have problems");
        };
    }

    /// Flex requests may take a quarter of an hour.
    private static Duration timeout(Section options, ServiceTier tier) {
        boolean given = options.node() instanceof ConfigNode.Mapping(var _, var _, var entries)
                && entries.containsKey(LlmOptions.TIMEOUT.name());
        return tier == ServiceTier.FLEX && !given ? FLEX_TIMEOUT : options.get(LlmOptions.TIMEOUT);
    }
}
