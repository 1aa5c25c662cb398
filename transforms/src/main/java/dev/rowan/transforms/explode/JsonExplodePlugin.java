package dev.rowan.transforms.explode;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;

/// The transform `json_explode`.
public final class JsonExplodePlugin extends DescribedPlugin implements TransformPlugin {

    public JsonExplodePlugin() {
        super(
                "json_explode",
                "1.0",
                "Expands a list into one row per element.",
                Capability.DETERMINISTIC,
                Capability.CREATES_TOKENS);
    }

    @Override
    public Options options() {
        return JsonExplodeSettings.OPTIONS;
    }

    @Override
    public Transform configure(Section options) {
        return new JsonExplode(JsonExplodeSettings.read(options));
    }
}
