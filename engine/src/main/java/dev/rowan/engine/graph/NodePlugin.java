package dev.rowan.engine.graph;

import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import java.util.Set;

/// What a node runs, as it is recorded: an installed plugin, or a gate, fork or join of the engine.
public sealed interface NodePlugin {
    String name();

    String version();

    Set<Capability> capabilities();

    /// A transform or an aggregator from the catalog.
    record Installed(Plugin plugin) implements NodePlugin {
        @Override
        public String name() {
            return plugin.name();
        }

        @Override
        public String version() {
            return plugin.version();
        }

        @Override
        public Set<Capability> capabilities() {
            return plugin.capabilities();
        }
    }

    /// A part of the graph's structure, which has no options.
    record Structural(String name) implements NodePlugin {
        public static final Structural GATE = new Structural("gate");
        public static final Structural FORK = new Structural("fork");
        public static final Structural JOIN = new Structural("join");

        @Override
        public String version() {
            return "1.0";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.DETERMINISTIC);
        }
    }
}
