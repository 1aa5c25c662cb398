package dev.rowan.engine.plan;

import dev.rowan.api.plugin.CostOption.Mode;
import dev.rowan.api.plugin.CostOption.Variant;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.NodeVariant.CostBounds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Combines the ways to send each node's calls to ways to run the pipeline.
final class RunVariants {
    /// Fewer equal requests are not worth a line.
    private static final double SOME = 0.01;

    private final List<NodeChoice> nodes;
    private final CostBounds others;

    /// What a node offers. `equal` is its share of equal requests, `shares` whether they are sent once now.
    record NodeChoice(TransformNode node, Map<Variant, NodeVariant> variants, double equal, boolean shares) {

        /// The variant that is nearest to `wanted`: a mode, a cache or an order that the node has not is left out.
        private Variant nearest(Variant wanted) {
            return List.of(
                            wanted,
                            new Variant(wanted.mode(), wanted.cached(), false),
                            new Variant(wanted.mode(), false, false),
                            new Variant(Mode.REALTIME, wanted.cached(), wanted.fieldsLast()),
                            new Variant(Mode.REALTIME, wanted.cached(), false))
                    .stream()
                    .filter(variants::containsKey)
                    .findFirst()
                    .orElse(new Variant(Mode.REALTIME, false, false));
        }

        private boolean isBatched() {
            return node.batch().mode() == BatchSettings.Mode.BATCH;
        }

        private Optional<Variant> current() {
            return variants.entrySet().stream()
                    .filter(known ->
                            known.getValue().current() && (known.getKey().mode() == Mode.BATCH) == isBatched())
                    .map(Map.Entry::getKey)
                    .findFirst();
        }

        private Map<String, String> settings(Variant chosen, boolean dedupe) {
            var settings = new LinkedHashMap<String, String>();
            if (chosen.mode() != Mode.BATCH && node.batch().mode() != BatchSettings.Mode.REALTIME) {
                settings.put("mode", "realtime");
            }
            NodeVariant variant = variants.get(chosen);
            if (variant != null) {
                settings.putAll(variant.options());
            }
            if (equal >= SOME) {
                settings.put("dedupe", String.valueOf(dedupe));
            }
            return settings;
        }
    }

    /// The time of a run whose nodes are sent in these modes, with these shares of their calls.
    interface ReadyTime {
        Duration of(Map<TransformNode, Mode> modes, boolean dedupe);
    }

    /// `others` is the cost of nodes that offer no choice.
    RunVariants(List<NodeChoice> nodes, CostBounds others) {
        this.nodes = List.copyOf(nodes);
        this.others = others;
    }

    /// The variants, cheapest first; empty if no node has a price.
    List<RunVariant> all(ReadyTime time) {
        var all = new ArrayList<RunVariant>();
        boolean dedupes = nodes.stream().anyMatch(node -> node.equal() >= SOME);
        nodes.stream()
                .flatMap(node -> node.variants().keySet().stream())
                .distinct()
                .forEach(variant -> {
                    if (dedupes) {
                        all.add(variant(variant, true, time));
                    }
                    all.add(variant(variant, false, time));
                });
        all.sort(Comparator.comparing(RunVariant::least)
                .thenComparing(RunVariant::most)
                .thenComparing(RunVariant::ready));
        return all;
    }

    private RunVariant variant(Variant wanted, boolean dedupe, ReadyTime time) {
        CostBounds cost = others;
        var modes = new LinkedHashMap<TransformNode, Mode>();
        var settings = new LinkedHashMap<String, Map<String, String>>();
        boolean current = true;
        for (NodeChoice node : nodes) {
            Variant chosen = node.nearest(wanted);
            NodeVariant variant = node.variants().get(chosen);
            if (variant != null) {
                cost = cost.plus(dedupe ? variant.distinct() : variant.all());
            }
            modes.put(node.node(), chosen.mode());
            settings.put(node.node().name(), node.settings(chosen, dedupe));
            current &= node.current().filter(chosen::equals).isPresent()
                    && (node.equal() < SOME || node.shares() == dedupe);
        }
        return new RunVariant(wanted, dedupe, current, cost.least(), cost.most(), time.of(modes, dedupe), settings);
    }

    /// The cost of what the file says now, at the expected share of hits; empty if it is not known.
    static Optional<BigDecimal> currentCost(List<RunVariant> variants) {
        return variants.stream()
                .filter(RunVariant::current)
                .map(variant -> variant.least().add(variant.most()).divide(BigDecimal.TWO))
                .findFirst();
    }
}
