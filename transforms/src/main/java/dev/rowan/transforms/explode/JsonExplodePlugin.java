package dev.rowan.transforms.explode;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.Set;

/// The transform `json_explode`.
public final class JsonExplodePlugin implements TransformPlugin {

    @Override
    public String name() {
        return "json_explode";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Makes a row of each element of a list.";
    }

    @Override
    public Options options() {
        return JsonExplodeSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC, Capability.CREATES_TOKENS);
    }

    @Override
    public Transform configure(Section options) {
        return new JsonExplode(JsonExplodeSettings.read(options));
    }
}
