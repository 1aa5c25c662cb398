package dev.rowan.providers.llm;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.RequestForm;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.cache.ExplicitCache;
import dev.rowan.providers.cache.StaticPrefix;
import dev.rowan.providers.gemini.CachedContents;
import dev.rowan.providers.gemini.CachedContents.Content;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.reply.Rejection;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/// Creates, finds and deletes the explicit cache of one prefix. A create is a paid call of the row that the policy
/// decided on; lists and deletes are free and belong to no row.
///
/// Stateless; used by rows' threads, and at the end by the run's.
record ExplicitCacheManager(
        StaticPrefix prefix, ExplicitCache cache, CachedContents contents, ModelPrice price, Wire wire, Time time) {

    /// Above those of all queries and their rounds.
    private static final int FIRST_CALL = 1_000_000;

    /// Pages of a list that are searched.
    private static final int MAX_PAGES = 50;

    private static final Set<Integer> FINAL = Set.of(400, 404);

    /// Fields of `extra_body` that would have to be part of the cache.
    private static final Set<String> CACHED_FIELDS = Set.of(
            "systemInstruction",
            "system_instruction",
            "tools",
            "toolConfig",
            "tool_config",
            "cachedContent",
            "cached_content");

    /// The manager for a prefix that an explicit cache may hold; empty if the provider has none for it, if its price is
    /// not known, or if nothing is sent.
    static Optional<ExplicitCacheManager> of(
            LlmSettings settings, ModelService model, StaticPrefix prefix, PluginSetup setup) {
        ModelTarget target = settings.target();
        CacheMode mode = target.costs().cache();
        Optional<ModelPrice> price =
                model.price().price().filter(known -> known.storage().isPresent());
        boolean isPossible = target.name().provider() == NativeProvider.GEMINI
                && mode != CacheMode.OFF
                && model.cache()
                        .contents()
                        .filter(least -> prefix.tokens() >= least)
                        .isPresent()
                && Collections.disjoint(
                        settings.parameters().extraBody().fields().keySet(), CACHED_FIELDS);
        if (!isPossible || price.isEmpty()) {
            return Optional.empty();
        }
        try {
            var explicit = new ExplicitCache(
                    model.observations(), prefix.key(), terms(price.get()), mode == CacheMode.HOUR, setup.time());
            return Optional.of(new ExplicitCacheManager(
                    prefix,
                    explicit,
                    new CachedContents(model.endpoint(), target.name().model()),
                    price.get(),
                    setup.wire(),
                    setup.time()));
        } catch (PluginException _) {
            return Optional.empty(); // a plan sends nothing
        }
    }

    private static ExplicitCache.Terms terms(ModelPrice price) {
        return new ExplicitCache.Terms(
                price.input().doubleValue(),
                price.cachedInput().orElse(price.input()).doubleValue(),
                price.storage().orElseThrow().doubleValue());
    }

    /// What the answers of a row led to, done in the row's own thread.
    void afterAnswers(int query, TokenInfo token, Calls calls) throws InterruptedException {
        switch (cache.next(token.runId())) {
            case ExplicitCache.Step.Nothing _ -> {}
            case ExplicitCache.Step.Find(var displayName) -> find(token.runId(), displayName);
            case ExplicitCache.Step.Create _ -> create(query, token, calls);
        }
    }

    private void create(int query, TokenInfo token, Calls calls) throws InterruptedException {
        boolean ended = false;
        try {
            String displayName = displayName(token);
            cache.creating(token.runId(), displayName);
            switch (calls.send(call(query, displayName))) {
                case CallResult.Answered(var reply, var _, var _) -> {
                    Optional<Content> created = CachedContents.created(reply);
                    if (created.isPresent()) {
                        cache.created(token.runId(), created.get().name(), expires(created.get()));
                    } else {
                        find(token.runId(), displayName);
                    }
                }
                case CallResult.Rejected(var reply, var _, var _)
                when isFinal(reply) ->
                    cache.refused(token.runId(), CachedContents.rejection(reply).message());
                case CallResult.NoReply(WireReply.NotSent _, var _) -> cache.notFound(token.runId());
                case CallResult.Rejected _, CallResult.RateLimited _, CallResult.NoReply _ ->
                    find(token.runId(), displayName);
            }
            ended = true;
        } finally {
            if (!ended) {
                cache.abandoned();
            }
        }
    }

    /// Whether the same request would be refused again. The work was not done.
    private static boolean isFinal(WireReply.Complete reply) {
        return FINAL.contains(reply.status());
    }

    private Instant expires(Content content) {
        return content.expires().orElseGet(() -> time.instant().plus(ExplicitCache.TTL));
    }

    /// Unique: the time tells the processes of a run apart.
    private String displayName(TokenInfo token) {
        String name = "rowan-" + token.runId() + "-" + token.tokenId() + "-" + prefix.key() + "-"
                + time.instant().toEpochMilli();
        return name.substring(0, Math.min(CachedContents.MAX_NAME_LENGTH, name.length()));
    }

    /// Adopts the cache with this display name, if there is one.
    private void find(String runId, String displayName) {
        boolean ended = false;
        try {
            switch (search(displayName)) {
                case Search.Found(var content) -> cache.created(runId, content.name(), expires(content));
                case Search.None _ -> cache.notFound(runId);
                case Search.Unlisted _ -> cache.undecided();
            }
            ended = true;
        } finally {
            if (!ended) {
                cache.abandoned();
            }
        }
    }

    /// What a look at the service's list told.
    private sealed interface Search {
        record Found(Content content) implements Search {}

        record None() implements Search {}

        /// The service did not list all its caches.
        record Unlisted() implements Search {}
    }

    private Search search(String displayName) {
        Optional<String> page = Optional.empty();
        for (int i = 0; i < MAX_PAGES; i++) {
            Optional<CachedContents.Page> listed = CachedContents.listed(wire.exchange(contents.list(page)));
            if (listed.isEmpty()) {
                return new Search.Unlisted();
            }
            for (Content content : listed.get().contents()) {
                if (content.displayName().filter(displayName::equals).isPresent()) {
                    return new Search.Found(content);
                }
            }
            page = listed.get().next();
            if (page.isEmpty()) {
                return new Search.None();
            }
        }
        return new Search.Unlisted();
    }

    /// Deletes the cache of this process. One that cannot be deleted ends by itself.
    void close() {
        cache.retire().ifPresent(name -> {
            if (wire.exchange(contents.delete(name)) instanceof WireReply.Complete complete
                    && complete.status() / 100 == 2) {
                cache.deleted(name);
            }
        });
    }

    private Call call(int query, String displayName) {
        return new Call(
                FIRST_CALL + 1 + query,
                contents.create(displayName, prefix.system(), prefix.leading(), ExplicitCache.TTL),
                RequestForm.PLAIN,
                estimate(),
                Call.Purpose.PREPARATION,
                this::receipt);
    }

    private Estimate estimate() {
        long likely = prefix.tokens();
        long most = prefix.maxTokens();
        return new Estimate(
                likely,
                0,
                most,
                price.stored(usage(most), ExplicitCache.TTL),
                price.stored(usage(likely), ExplicitCache.TTL));
    }

    private static Usage usage(long tokens) {
        return new Usage(
                Optional.of(tokens),
                Optional.of(0L),
                Optional.of(new CacheWrites(0, 0, tokens)),
                Optional.of(0L),
                Optional.empty(),
                Optional.empty());
    }

    /// A refusal is not retried: requests go on without the cache. After a 5xx it may exist all the same: its cost is
    /// not known.
    private Receipt receipt(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-request-id");
        if (reply.status() >= 500) {
            return new Receipt(
                    Receipt.Disposition.INVALID,
                    Usage.unknown(),
                    Optional.empty(),
                    Optional.empty(),
                    id,
                    Optional.of(CachedContents.rejection(reply).message()));
        }
        if (reply.status() / 100 != 2) {
            Rejection rejection = CachedContents.rejection(reply);
            return Receipt.refused(Receipt.Disposition.INVALID, Optional.empty(), id, rejection.message());
        }
        Optional<Content> created = CachedContents.created(reply);
        Optional<Usage> usage = created.flatMap(Content::tokens).map(ExplicitCacheManager::usage);
        var billing = new Billing(
                Optional.of(ServiceTier.STANDARD.word()),
                Optional.empty(),
                Optional.of(contents.model()),
                Optional.of(price.id()),
                Optional.of(Billing.Basis.TABLE));
        return usage.map(counted -> Receipt.answered(counted, price.stored(counted, ExplicitCache.TTL), id)
                        .with(billing))
                .orElseGet(() -> Receipt.unreadable(Usage.unknown(), Optional.empty(), id));
    }
}
