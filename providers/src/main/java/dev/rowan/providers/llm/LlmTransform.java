package dev.rowan.providers.llm;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CostOption;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.PromptTransform;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TokenCount;
import dev.rowan.api.plugin.TokenCountRequest;
import dev.rowan.api.plugin.TokenForecast;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.FieldUse.Role;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.attachment.AttachmentMemory;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.cache.CachePolicy;
import dev.rowan.providers.cache.CacheWarmup;
import dev.rowan.providers.cache.ExplicitCache;
import dev.rowan.providers.cache.StaticPrefix;
import dev.rowan.providers.chat.ReasoningEffort;
import dev.rowan.providers.gemini.GeminiThinking;
import dev.rowan.providers.price.CacheRules;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.ServiceTier;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Calls a model for each row and adds the answers.
final class LlmTransform implements RowTransform, CallPlanner, BatchCapable, PromptTransform {
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final LlmSettings settings;
    private final AttachmentMemory memory = new AttachmentMemory();

    /// Set once by [#prepare], before any row's thread exists.
    private @Nullable ModelService service;

    private boolean simulated;

    /// Of its batches; set with `service`.
    private Optional<BatchBucket> bucket = Optional.empty();

    /// By query; set with `service`.
    private List<CacheWarmup> caches = List.of();

    /// By query; set with `service`.
    private List<Optional<ExplicitCacheManager>> cacheManagers = List.of();

    LlmTransform(LlmSettings settings) {
        this.settings = settings;
    }

    LlmSettings settings() {
        return settings;
    }

    @Override
    public void prepare(PluginSetup setup) throws PluginException, InterruptedException {
        for (AttachmentField attachment : settings.attachments()) {
            Optional<String> problem = attachment.problem();
            if (problem.isPresent()) {
                throw new PluginException(problem.get());
            }
        }
        ModelService connected = settings.target().connect(setup);
        service = connected;
        bucket = settings.target().bucket(setup);
        simulated = settings.target().isSimulated();
        cacheManagers = settings.queries().stream()
                .map(query -> ExplicitCacheManager.of(settings, connected, prefix(query), setup))
                .toList();
        var warmups = new ArrayList<CacheWarmup>();
        for (int i = 0; i < cacheManagers.size(); i++) {
            StaticPrefix prefix = prefix(settings.queries().get(i));
            Optional<ExplicitCache> explicit = cacheManagers.get(i).map(ExplicitCacheManager::cache);
            warmups.add(new CacheWarmup(policy(connected, prefix, explicit, setup.time()), setup.time()));
        }
        caches = List.copyOf(warmups);
    }

    /// Attachments come before the text, so that nothing behind the system prompt is static.
    private StaticPrefix prefix(Query query) {
        return new StaticPrefix(
                query.system().orElse(""),
                settings.attachments().isEmpty() ? query.prompt().leading() : "");
    }

    private CachePolicy policy(
            ModelService connected, StaticPrefix prefix, Optional<ExplicitCache> explicit, Time time) {
        CacheRules rules = connected.cache();
        return new CachePolicy(
                rules,
                settings.target().costs().cache(),
                settings.target().takesCacheKey(rules),
                connected.observations(),
                time,
                prefix,
                explicit);
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        return rowQueries().ask(row, context);
    }

    /// Deletes explicit caches, which are paid by the hour.
    @Override
    public void close() {
        cacheManagers.forEach(manager -> manager.ifPresent(ExplicitCacheManager::close));
    }

    @Override
    public boolean sharesAnswers() {
        return settings.sharesAnswers();
    }

    @Override
    public Plan plan(Row row) {
        return rowQueries().plan(row);
    }

    @Override
    public List<CostOption> costOptions(Call call, TokenForecast tokens) {
        ModelService model = prepared();
        Optional<ModelPrice> price = model.price().price();
        int query = (call.number() - 1) % RowQueries.MAX_QUERIES;
        if (price.isEmpty() || query >= settings.queries().size()) {
            return List.of();
        }
        var tiers = new ArrayList<ServiceTier>();
        tiers.add(ServiceTier.STANDARD);
        if (settings.target().name().provider().hasTiers()) {
            tiers.add(ServiceTier.FLEX);
        }
        if (settings.target().hasBatches()) {
            tiers.add(ServiceTier.BATCH);
        }
        Query asked = settings.queries().get(query);
        long leading = caches.get(query).policy().prefixTokens();
        long behind = settings.attachments().isEmpty() ? asked.prompt().staticBehind() / CHARACTERS_PER_TOKEN : 0;
        return new CostAdviser(price.get(), model.cache(), settings.target().costs(), tiers, leading, behind)
                .options(tokens);
    }

    @Override
    public Optional<Usd> cost(Call call, TokenForecast tokens) {
        return prepared().price().likely(tokens.input(), tokens.output());
    }

    /// Low is known to all providers that take an effort.
    @Override
    public Optional<String> lessReasoning() {
        ModelName model = settings.target().name();
        boolean known = switch (model.provider()) {
            case NativeProvider.GEMINI ->
                GeminiThinking.of(model.model(), ReasoningEffort.LOW).isPresent();
            case NativeProvider.BEDROCK -> false;
            case NativeProvider _ -> true;
            case CompatibleProvider compatible ->
                !compatible.api().unsupported().contains(LlmOptions.REASONING_EFFORT.name());
        };
        boolean isLess = settings.parameters()
                .effort()
                .filter(effort -> effort.compareTo(ReasoningEffort.LOW) <= 0)
                .isPresent();
        return known && !isLess
                ? Optional.of(LlmOptions.REASONING_EFFORT.name() + ": " + ReasoningEffort.LOW.word())
                : Optional.empty();
    }

    @Override
    public Optional<TokenCount> countTokens(Call call) {
        return call.form() instanceof LlmRequestForm form
                ? Optional.of(counter().count(form.request()))
                : Optional.empty();
    }

    @Override
    public Optional<TokenCountRequest> countRequest(Call call) {
        return call.form() instanceof LlmRequestForm form ? counter().request(form.request()) : Optional.empty();
    }

    private PromptTokens counter() {
        return new PromptTokens(settings.target(), prepared(), simulated);
    }

    @Override
    public Set<String> adds() {
        return settings.queries().stream()
                .flatMap(query -> query.output().names().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input.with(adds());
    }

    @Override
    public List<FieldUse> fieldUses() {
        var uses = new ArrayList<FieldUse>();
        for (int i = 0; i < settings.queries().size(); i++) {
            Query query = settings.queries().get(i);
            List<String> place = settings.isMulti() ? List.of(LlmOptions.QUERIES.name(), String.valueOf(i)) : List.of();
            query.prompt().names().stream()
                    .sorted()
                    .forEach(name -> uses.add(use(name, Role.REQUIRED, place, query.promptOption())));
            query.output()
                    .names()
                    .forEach(name ->
                            uses.add(use(name, Role.ADDED, place, query.output().option(name))));
        }
        for (int i = 0; i < settings.attachments().size(); i++) {
            AttachmentField attachment = settings.attachments().get(i);
            if (!attachment.optional()) {
                List<String> place = List.of(AttachmentField.ATTACHMENTS.name(), String.valueOf(i));
                uses.add(use(attachment.field(), Role.REQUIRED, place, "field"));
            }
        }
        return uses;
    }

    private static FieldUse use(String name, Role role, List<String> place, String option) {
        var steps = new ArrayList<>(place);
        steps.add(option);
        return new FieldUse(List.of(name), role, steps);
    }

    @Override
    public List<Path> files() {
        return settings.queries().stream()
                .flatMap(query -> Stream.concat(
                        query.promptFiles().stream(), query.structure().flatMap(Query.Structure::file).stream()))
                .toList();
    }

    @Override
    public Set<FieldPath> promptFields() {
        return settings.queries().stream()
                .flatMap(query -> query.prompt().fields().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public Optional<BigDecimal> batchShare() {
        return batchLimits().map(BatchLimits::share);
    }

    @Override
    public Optional<BatchLimits> batchLimits() {
        return new BatchRoute(settings.target()).limits();
    }

    @Override
    public Optional<String> batchProblem() {
        Optional<String> missing =
                settings.target().batchFiles().problem(settings.target().name().provider());
        if (missing.isPresent()) {
            return missing;
        }
        return settings.target().name().isClaude()
                ? settings.queries().stream()
                        .flatMap(query -> query.structure().stream())
                        .flatMap(structure -> GrammarLint.of(structure.sent().closed()).stream())
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public BatchService batchService() {
        return new BatchRoute(settings.target()).of(prepared(), bucket);
    }

    private RowQueries rowQueries() {
        return new RowQueries(settings, prepared(), caches, cacheManagers, memory);
    }

    private ModelService prepared() {
        ModelService prepared = service;
        if (prepared == null) {
            throw new IllegalStateException("call prepare first");
        }
        return prepared;
    }
}
