package dev.rowan.engine.plan;

import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.math.BigDecimal;
import java.util.Optional;

/// The forecast of one node that calls a service. `rows` reach it if no answer stops them. `cost` excludes the
/// `unpriced` calls; `batch` is the same through the batch service, if there is one. `guessed` calls contain an
/// earlier answer of estimated length; `untold` rows cannot be planned. `cost` is by the node's own mode; `auto`
/// is its plan, with `mode: auto`. `more` is what may come in addition, behind gates that depend on answers.
/// `tokens` is where the tokens come from. With `callsPerRow`, calls are expected as often as on record. `equalShare`
/// of the calls have the request of another.
public record NodeForecast(
        TransformNode node,
        long rows,
        long calls,
        long inputTokens,
        long outputTokens,
        CostRange cost,
        Optional<CostRange> batch,
        long unpriced,
        long guessed,
        long untold,
        TimeEstimate time,
        Optional<AutoForecast> auto,
        Optional<More> more,
        Optional<TokenBasis> tokens,
        Optional<Double> callsPerRow,
        double equalShare,
        Optional<Reasoning> reasoning) {

    /// The tokens of reasoning in the answers, by those on record, what they cost if that is known, and the option with
    /// which the model reasons less.
    public record Reasoning(long tokens, Optional<BigDecimal> cost, String option) {}

    /// Visits, calls, tokens and cost that depend on answers, if all of them are made.
    public record More(long rows, long calls, long inputTokens, long outputTokens, CostRange cost) {}

    /// The cost if all possible calls are made.
    public CostRange most() {
        return more.map(possible -> cost.plus(possible.cost())).orElse(cost);
    }
}
