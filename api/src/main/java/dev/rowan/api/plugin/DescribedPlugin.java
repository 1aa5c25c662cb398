package dev.rowan.api.plugin;

import java.util.Set;

/// The base of a plugin class whose name, version, description and capabilities are fixed. The subclass implements
/// [SourcePlugin], [TransformPlugin] or [SinkPlugin].
public abstract class DescribedPlugin {
    private final String name;
    private final String version;
    private final String description;
    private final Set<Capability> capabilities;

    protected DescribedPlugin(String name, String version, String description, Capability... capabilities) {
        this.name = name;
        this.version = version;
        this.description = description;
        this.capabilities = Set.of(capabilities);
    }

    public final String name() {
        return name;
    }

    public final String version() {
        return version;
    }

    public final String description() {
        return description;
    }

    public final Set<Capability> capabilities() {
        return capabilities;
    }
}
