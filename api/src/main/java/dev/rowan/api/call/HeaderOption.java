package dev.rowan.api.call;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Options that hold extra headers: each value is plain text or refers to a secret, as `${NAME}`, `file:PATH` and
/// `command:PROGRAM ARGUMENTS` do. Values set in Java code are secrets.
public final class HeaderOption {
    private static final String WORDS =
            "a mapping of header names to texts or references to secrets (${NAME}, file:PATH, command:PROGRAM)";

    private static final Map<String, Object> SCHEMA = Map.of(
            "type",
            "object",
            "additionalProperties",
            Map.of("type", "string"),
            "propertyNames",
            Map.of("not", Map.of("pattern", "^([Aa]uthorization|[Hh]ost)$")));

    /// Set by the client or by other options.
    private static final Set<String> TAKEN = Set.of(
            "accept",
            "accept-encoding",
            "anthropic-version",
            "api-key",
            "authorization",
            "content-encoding",
            "content-type",
            "ocp-apim-subscription-key",
            "user-agent",
            "x-api-key",
            "x-goog-api-key");

    private HeaderOption() {}

    /// The value of a header.
    public sealed interface HeaderValue {
        record Plain(String text) implements HeaderValue {}

        record Hidden(SecretReference reference) implements HeaderValue {}
    }

    public static Option<Map<String, HeaderValue>> named(String name) {
        return Option.free(name, WORDS, SCHEMA, HeaderOption::read);
    }

    /// Whether values of `option` are headers.
    public static boolean holdsHeaders(Option<?> option) {
        return option.kind() instanceof OptionKind.Free(var words, var _) && words.equals(WORDS);
    }

    /// The headers with secrets replaced by their references.
    public static ConfigNode withoutSecrets(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var place, var path, var entries))) {
            return node;
        }
        var shown = new LinkedHashMap<String, ConfigNode.Entry>();
        entries.forEach(
                (name, entry) -> shown.put(name, new ConfigNode.Entry(entry.keyLocation(), shown(entry.value()))));
        return new ConfigNode.Mapping(place, path, shown);
    }

    /// The header values that refer to secrets.
    public static List<ConfigNode> references(ConfigNode node) {
        return node instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? entries.values().stream()
                        .map(ConfigNode.Entry::value)
                        .filter(HeaderOption::isReference)
                        .toList()
                : List.of();
    }

    private static ConfigNode shown(ConfigNode value) {
        if (!isReference(value)) {
            return value;
        }
        String reference = value.location().reference().orElseGet(() -> SecretOption.origin(value));
        return new ConfigNode.Scalar(value.location(), value.path(), reference);
    }

    private static boolean isReference(ConfigNode value) {
        return value instanceof ConfigNode.Scalar(var place, var _, String text)
                && (place.reference().isPresent()
                        || place.equals(ConfigLocation.CODE)
                        || text.startsWith("file:")
                        || text.startsWith("command:"));
    }

    private static Reading<Map<String, HeaderValue>> read(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            return new Reading.Wrong<>("must be " + WORDS);
        }
        var headers = new LinkedHashMap<String, HeaderValue>();
        var wrong = new ArrayList<Reading.Part>();
        entries.forEach((name, entry) -> {
            Optional<String> breach = breach(name);
            if (breach.isPresent()) {
                wrong.add(new Reading.Part(
                        new ConfigNode.Mapping(
                                entry.keyLocation(), entry.value().path(), Map.of()),
                        breach.get()));
                return;
            }
            switch (value(name, entry.value())) {
                case Reading.Value<HeaderValue>(var value) -> headers.put(name, value);
                case Reading.Wrong<HeaderValue>(var mustHold) -> wrong.add(new Reading.Part(entry.value(), mustHold));
                case Reading.WrongParts<HeaderValue>(var parts) -> wrong.addAll(parts);
                case Reading.Reported<HeaderValue> _ -> {}
            }
        });
        return wrong.isEmpty()
                ? new Reading.Value<>(Collections.unmodifiableMap(headers))
                : new Reading.WrongParts<>(wrong);
    }

    private static Optional<String> breach(String name) {
        if (TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
            return Optional.of("must not set the header '" + name + "', which Rowan sets itself");
        }
        try {
            HeaderRules.check(name, "");
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of("must hold headers that may be set: " + refused.getMessage());
        }
    }

    private static Reading<HeaderValue> value(String name, ConfigNode node) {
        if (!(node instanceof ConfigNode.Scalar(var _, var _, String text))) {
            return new Reading.Wrong<>("must be text");
        }
        if (!isReference(node)) {
            return plain(name, text);
        }
        return switch (SecretOption.read(node)) {
            case Reading.Value<SecretReference>(var reference) ->
                new Reading.Value<>(new HeaderValue.Hidden(reference));
            case Reading.Wrong<SecretReference>(var mustHold) -> new Reading.Wrong<>(mustHold);
            case Reading.WrongParts<SecretReference>(var parts) -> new Reading.WrongParts<>(List.copyOf(parts));
            case Reading.Reported<SecretReference> _ -> new Reading.Reported<>();
        };
    }

    private static Reading<HeaderValue> plain(String name, String text) {
        try {
            HeaderRules.check(name, text);
            return new Reading.Value<>(new HeaderValue.Plain(text));
        } catch (IllegalArgumentException refused) {
            return new Reading.Wrong<>("must be printable ASCII");
        }
    }
}
