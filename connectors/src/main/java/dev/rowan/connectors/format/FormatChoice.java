package dev.rowan.connectors.format;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;

/// The formats to choose from by the key `format`, and the keys of all of them.
final class FormatChoice<F> {
    private final Map<String, F> formats;
    private final Function<F, Options> keysOf;
    private final FormatKeys keys = new FormatKeys();
    private final Option<String> format;

    FormatChoice(Map<String, F> formats, Function<F, Options> keysOf, String description) {
        this.formats = new LinkedHashMap<>(formats);
        this.keysOf = keysOf;
        formats.forEach((name, one) -> keys.and(name, keysOf.apply(one)));
        List<String> words = List.copyOf(formats.keySet());
        String rule = "one of " + String.join(", ", words);
        this.format = Option.free(
                        "format",
                        rule,
                        Map.of("enum", words),
                        node -> node instanceof ConfigNode.Scalar(var _, var _, String word) && words.contains(word)
                                ? new Option.Reading.Value<>(word)
                                : new Option.Reading.Wrong<>("must be " + rule))
                .describedAs(description);
    }

    /// The formats of other modules.
    static void provided(Consumer<FormatProvider> each) {
        ServiceLoader.load(FormatProvider.class, FormatChoice.class.getClassLoader())
                .forEach(each);
    }

    /// The key `format` and those of all formats.
    Options options() {
        return Options.of(format).and(keys.options());
    }

    /// The chosen format; the keys of others are problems.
    F read(Section section) {
        F chosen = formats.get(section.get(format));
        if (chosen == null) {
            throw new IllegalStateException("the check lets pass known formats only");
        }
        keys.refuseOthers(section, keysOf.apply(chosen));
        return chosen;
    }
}
