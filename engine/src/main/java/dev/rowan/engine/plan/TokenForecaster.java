package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.TokenCount;
import dev.rowan.api.plugin.TokenForecast;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Forecasts the tokens of a node's calls: by the answers on record if there are enough, else by counting those of the
/// first calls and scaling the estimates of the others. Owned by the forecaster's thread.
final class TokenForecaster {
    private static final int COUNTED = 500;
    private static final int COUNTED_BY_PROVIDER = 100;

    private final Optional<CallPlanner> planner;
    private final Function<Call, NodeHistory> histories;
    private final Optional<Function<Call, OptionalLong>> provider;
    private final Map<Integer, Counted> counted = new HashMap<>();
    private @Nullable NodeHistory history;
    private long recorded;
    private long byProvider;
    private long byTokenizer;
    private long calls;
    private Optional<TokenCount> tokenizer = Optional.empty();

    /// `provider` counts by the provider's own endpoint, if that is asked for.
    TokenForecaster(
            Optional<CallPlanner> planner,
            Function<Call, NodeHistory> histories,
            Optional<Function<Call, OptionalLong>> provider) {
        this.planner = planner;
        this.histories = histories;
        this.provider = provider;
    }

    /// Estimates and counts of the same calls.
    private record Counted(double estimated, double tokens) {
        Counted plus(Counted other) {
            return new Counted(estimated + other.estimated, tokens + other.tokens);
        }
    }

    /// `guessed` calls contain an answer that does not exist yet.
    TokenForecast of(Call call, boolean guessed) {
        calls++;
        NodeHistory known = history(call);
        long output =
                Math.round(known.output(call).orElse((double) call.estimate().outputTokens()));
        long input = Math.round(input(call, guessed, known));
        return new TokenForecast(input, output, known.hits(false), known.hits(true));
    }

    NodeHistory history(Call call) {
        if (history == null) {
            history = histories.apply(call);
        }
        return history;
    }

    private double input(Call call, boolean guessed, NodeHistory known) {
        Optional<Double> onRecord = provider.isPresent() ? Optional.empty() : known.input(call, guessed);
        if (onRecord.isPresent()) {
            recorded++;
            return onRecord.get();
        }
        long estimate = call.estimate().inputTokens();
        OptionalLong now = estimate == 0 ? OptionalLong.empty() : count(call);
        now.ifPresent(tokens -> counted.merge(call.number(), new Counted(estimate, tokens), Counted::plus));
        Counted sums = counted.getOrDefault(call.number(), new Counted(1, 1));
        return now.isPresent() ? now.getAsLong() : estimate * sums.tokens() / sums.estimated();
    }

    private OptionalLong count(Call call) {
        if (provider.isPresent()) {
            OptionalLong tokens =
                    byProvider < COUNTED_BY_PROVIDER ? provider.get().apply(call) : OptionalLong.empty();
            byProvider += tokens.isPresent() ? 1 : 0;
            if (byProvider > 0) {
                return tokens;
            }
        }
        Optional<TokenCount> count =
                byTokenizer < COUNTED ? planner.flatMap(of -> of.countTokens(call)) : Optional.empty();
        byTokenizer += count.isPresent() ? 1 : 0;
        tokenizer = count.or(() -> tokenizer);
        return count.map(tokens -> OptionalLong.of(tokens.input())).orElse(OptionalLong.empty());
    }

    /// Where the tokens come from; empty if the calls have none.
    Optional<TokenBasis> basis() {
        if (recorded > 0 && history != null) {
            return Optional.of(TokenBasis.recorded(history.answers()));
        }
        if (byProvider > 0) {
            return Optional.of(TokenBasis.provider(byProvider));
        }
        return tokenizer
                .map(by -> new TokenBasis(TokenBasis.Kind.TOKENIZER, byTokenizer, by.tokenizer(), by.errorPercent()))
                .or(() -> calls == 0 ? Optional.empty() : Optional.of(TokenBasis.characters(calls)));
    }
}
