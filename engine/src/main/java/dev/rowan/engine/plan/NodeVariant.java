package dev.rowan.engine.plan;

import dev.rowan.api.plugin.CostOption;
import java.math.BigDecimal;
import java.util.Map;

/// The cost of a node's calls sent in one way: of all, and of those with distinct requests. `options` are what the
/// transform's options must say, `current` if they say it now, apart from `mode`.
record NodeVariant(Map<String, String> options, boolean current, CostBounds all, CostBounds distinct) {

    /// The least and the most that calls cost, by the assumed share of cache hits.
    record CostBounds(BigDecimal least, BigDecimal most) {
        static final CostBounds ZERO = new CostBounds(BigDecimal.ZERO, BigDecimal.ZERO);

        CostBounds plus(CostBounds other) {
            return new CostBounds(least.add(other.least), most.add(other.most));
        }

        CostBounds times(BigDecimal factor) {
            return new CostBounds(least.multiply(factor), most.multiply(factor));
        }
    }

    static NodeVariant of(CostOption option, boolean distinct) {
        var cost = new CostBounds(option.least().dollars(), option.most().dollars());
        return new NodeVariant(option.options(), option.current(), cost, distinct ? cost : CostBounds.ZERO);
    }

    NodeVariant plus(NodeVariant other) {
        return new NodeVariant(options, current, all.plus(other.all), distinct.plus(other.distinct));
    }

    /// The same for calls that may not be made.
    NodeVariant atMost() {
        return new NodeVariant(
                options,
                current,
                new CostBounds(BigDecimal.ZERO, all.most()),
                new CostBounds(BigDecimal.ZERO, distinct.most()));
    }

    NodeVariant times(BigDecimal factor) {
        return new NodeVariant(options, current, all.times(factor), distinct.times(factor));
    }
}
