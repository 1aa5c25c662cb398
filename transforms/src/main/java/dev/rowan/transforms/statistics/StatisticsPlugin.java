package dev.rowan.transforms.statistics;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import java.util.Set;

/// The aggregator `statistics`.
public final class StatisticsPlugin implements AggregatorPlugin {

    @Override
    public String name() {
        return "statistics";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Computes count, sum, mean, minimum, maximum and quantiles of numbers.";
    }

    @Override
    public Options options() {
        return StatisticsSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC);
    }

    @Override
    public Aggregator configure(Section options) {
        return new Statistics(StatisticsSettings.read(options));
    }
}
