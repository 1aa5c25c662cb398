package dev.rowan.web.diagram;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Settings as text, as they are written: what comes from the environment as its reference, since the value
/// may be a secret.
final class SettingText {
    private SettingText() {}

    static String of(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar scalar -> scalar(scalar);
            case ConfigNode.Broken broken -> broken.location().reference().orElse("?");
            case ConfigNode.Sequence(var _, var _, var items) ->
                items.stream().map(SettingText::of).collect(Collectors.joining(", ", "[", "]"));
            case ConfigNode.Mapping(var _, var _, var entries) ->
                entries.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + ": " + of(entry.getValue().value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private static String scalar(ConfigNode.Scalar scalar) {
        Optional<String> reference = scalar.location().reference();
        if (reference.isPresent()) {
            return reference.get();
        }
        return scalar.value() instanceof String text
                ? text
                : new String(RowJson.writeValue(scalar.value()), StandardCharsets.UTF_8);
    }

    /// The value of `key`, if `node` is a mapping that has it.
    static Optional<ConfigNode> child(ConfigNode node, String key) {
        return node instanceof ConfigNode.Mapping(var _, var _, Map<String, ConfigNode.Entry> entries)
                ? Optional.ofNullable(entries.get(key)).map(ConfigNode.Entry::value)
                : Optional.empty();
    }

    /// The text of `key`, whatever it is.
    static Optional<String> text(ConfigNode node, String key) {
        return child(node, key).map(SettingText::of);
    }
}
