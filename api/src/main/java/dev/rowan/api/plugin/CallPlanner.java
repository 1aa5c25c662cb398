package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A transform that can predict its calls, for previews and forecasts, which send nothing.
public interface CallPlanner {

    /// What the transform would do with a row.
    sealed interface Plan {
        /// It would make these calls, provided that every answer lets it continue.
        record Sends(List<Call> calls) implements Plan {
            public Sends {
                calls = List.copyOf(calls);
            }
        }

        /// It would end the row before any call.
        record Ends(Reason reason) implements Plan {}
    }

    Plan plan(Row row);

    /// The ways to get the same answer to one of its calls, with their costs; empty if no price is known.
    default List<CostOption> costOptions(Call call, TokenForecast tokens) {
        return List.of();
    }

    /// The cost of a call with these tokens, as its options are now, without a cache; empty if unknown.
    default Optional<Usd> cost(Call call, TokenForecast tokens) {
        return call.estimate().likely();
    }

    /// The option with which the model reasons less, such as `reasoning_effort: low`; empty if there is none. Answers
    /// may change.
    default Optional<String> lessReasoning() {
        return Optional.empty();
    }

    /// The tokens of a call's prompt by a tokenizer; empty if there is none.
    default Optional<TokenCount> countTokens(Call call) {
        return Optional.empty();
    }

    /// How the provider counts them; empty if it does not.
    default Optional<TokenCountRequest> countRequest(Call call) {
        return Optional.empty();
    }

    /// The fields that answers add to a row; empty for a transform that only checks it.
    default Set<String> adds() {
        return Set.of();
    }

    /// The price of a batched call as a share of the realtime price; empty if there is no batch service.
    default Optional<BigDecimal> batchShare() {
        return Optional.empty();
    }
}
