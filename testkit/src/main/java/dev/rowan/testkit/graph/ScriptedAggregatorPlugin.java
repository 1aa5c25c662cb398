package dev.rowan.testkit.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The aggregator `gather` of [ScriptedPlugins] that the engine can run.
public record ScriptedAggregatorPlugin() implements AggregatorPlugin {

    @Override
    public String name() {
        return ScriptedPlugins.GATHER;
    }

    @Override
    public String version() {
        return "test";
    }

    @Override
    public String description() {
        return "An aggregator of random graphs.";
    }

    @Override
    public Options options() {
        return ScriptedOptions.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Aggregator configure(Section section) {
        Map<String, Object> options = ScriptedOptions.read(section);
        return () -> new Gathered(options, new ArrayList<>());
    }

    private record Gathered(Map<String, Object> options, List<Row> members) implements Aggregator.Group {
        @Override
        public Optional<Reason> add(Row member) {
            Optional<Reason> refused = Optional.ofNullable(ScriptedPlugins.aggregate(options, List.of(member))
                    .refused()
                    .get(0));
            if (refused.isEmpty()) {
                members.add(member);
            }
            return refused;
        }

        @Override
        public TransformResult close() {
            return TransformResult.successMulti(
                    ScriptedPlugins.aggregate(options, members).rows());
        }
    }
}
