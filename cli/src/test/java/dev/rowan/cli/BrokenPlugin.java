package dev.rowan.cli;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// A transform with a defect: it throws, and its message tries to clear the screen. With `at_once: true` it is so
/// broken that it cannot even be configured.
public final class BrokenPlugin implements TransformPlugin {

    private static final Option<Boolean> AT_ONCE = Option.bool("at_once").orElse(false);

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Throws.";
    }

    @Override
    public Options options() {
        return Options.of(AT_ONCE);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Transform configure(Section options) {
        if (options.get(AT_ONCE)) {
            throw new StackOverflowError();
        }
        RowTransform broken = (_, _) -> {
            throw new IllegalStateException("a wheel\u001b[2J came off");
        };
        return broken;
    }
}
