package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.ConfigNode.Broken;
import dev.rowan.api.config.ConfigNode.Scalar;
import dev.rowan.api.config.PlainScalar;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Quoted;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/// Parses scalars: references are resolved, unquoted text is typed.
final class YamlScalars {
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private final Variables variables;
    private final Problems problems;

    YamlScalars(Variables variables, Problems problems) {
        this.variables = variables;
        this.problems = problems;
    }

    static boolean isMerge(Event key) {
        return key instanceof ScalarEvent scalar
                && isUnmarked(scalar)
                && scalar.getValue().equals("<<");
    }

    /// Whether the value is text by its form alone, as a key must be.
    static boolean isText(ScalarEvent event) {
        return isUnmarked(event)
                ? value(event.getValue()) instanceof String
                : event.getTag().isEmpty() || YamlTag.of(event.getTag()).equals(new YamlTag.Core(YamlTag.Type.STR));
    }

    private static boolean isUnmarked(ScalarEvent event) {
        return event.isPlain() && event.getTag().isEmpty();
    }

    ConfigNode read(ScalarEvent event, ConfigLocation place, String path) {
        return switch (variables.resolve(event.getValue())) {
            case Variables.Resolved.Literal(String text) -> literal(event, text, place, path);
            case Variables.Resolved.Text(String text) -> new Scalar(place.withReference(event.getValue()), path, text);
            case Variables.Resolved.Failed(var faults) -> {
                for (var fault : faults) {
                    problems.add(new Problem(fault.code(), place, path, fault.message(), Optional.of(fault.hint())));
                }
                yield new Broken(place, path);
            }
        };
    }

    private ConfigNode literal(ScalarEvent event, String text, ConfigLocation place, String path) {
        return switch (YamlTag.of(event.getTag())) {
            case YamlTag.None() when !event.isPlain() -> new Scalar(place, path, text);
            case YamlTag.None() -> plain(text, place, path);
            case YamlTag.Core(var type) when type == YamlTag.Type.STR -> new Scalar(place, path, text);
            case YamlTag.Core(var type) when type.fits(value(text)) -> new Scalar(place, path, value(text));
            case YamlTag.Core _, YamlTag.Unknown _ -> {
                String message = YamlTag.refusal(event.getTag()) + ", got " + Quoted.of(text);
                yield broken(place, path, message, "remove the tag");
            }
        };
    }

    private ConfigNode plain(String text, ConfigLocation place, String path) {
        return NOT_FINITE.matcher(text).matches()
                ? broken(place, path, "must be a finite number, got " + text, "put quotes around it if it is text")
                : new Scalar(place, path, value(text));
    }

    private static @Nullable Object value(String text) {
        return NOTHING.contains(text) ? null : PlainScalar.value(text);
    }

    private ConfigNode broken(ConfigLocation place, String path, String message, String hint) {
        problems.add(new Problem("config.value", place, path, message, Optional.of(hint)));
        return new Broken(place, path);
    }
}
