package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CostOption;
import dev.rowan.api.plugin.CostOption.Variant;
import dev.rowan.api.plugin.TokenForecast;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The costs of a node's calls for each way to send them, and how many requests are equal. Owned by the forecaster's
/// thread.
final class CostAdvice {
    private final CallPlanner planner;
    private final Map<Variant, NodeVariant> variants = new LinkedHashMap<>();
    private final Set<String> requests = new HashSet<>();
    private long calls;

    CostAdvice(CallPlanner planner) {
        this.planner = planner;
    }

    void add(Call call, TokenForecast tokens) {
        calls++;
        boolean distinct =
                requests.add(call.request().uri() + " " + call.request().body().sha256());
        for (CostOption option : planner.costOptions(call, tokens)) {
            variants.merge(option.variant(), NodeVariant.of(option, distinct), NodeVariant::plus);
        }
    }

    Map<Variant, NodeVariant> variants() {
        return variants;
    }

    /// The share of calls whose request another call of the sample has too.
    double equalShare() {
        return calls == 0 ? 0 : 1 - (double) requests.size() / calls;
    }
}
