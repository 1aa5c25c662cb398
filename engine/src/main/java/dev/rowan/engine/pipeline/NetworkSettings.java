package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;

/// The `network` section: where calls may go beyond public addresses.
public record NetworkSettings(List<String> allow) {
    public static final NetworkSettings USUAL = new NetworkSettings(List.of());

    private static final Option<List<String>> ALLOW = Option.texts("allow")
            .orElse(List.of())
            .describedAs(
                    "private hosts, addresses or ranges that calls may go to, such as llm.internal or 10.1.0.0/16");

    public static final Options OPTIONS = Options.of(ALLOW);

    public NetworkSettings {
        allow = List.copyOf(allow);
    }

    static NetworkSettings from(Section section) {
        return new NetworkSettings(section.get(ALLOW));
    }
}
