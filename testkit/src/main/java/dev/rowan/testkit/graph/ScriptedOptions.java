package dev.rowan.testkit.graph;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The options of [ScriptedPlugins], for the plugins that the engine runs.
final class ScriptedOptions {
    private static final List<Option<Long>> NUMBERS = List.of(
            number("fail", "how many of 100 rows fail"),
            number("block", "how many of 100 rows are blocked"),
            number("most", "the most rows that are made"),
            number("max_rows", "the most rows that may be made"));
    private static final List<Option<String>> TEXTS =
            List.of(text("tag", "what the numbers are drawn from"), text("set", "the field that is set"));

    static final Options ALL = options();

    private ScriptedOptions() {}

    private static Options options() {
        return new Options(List.copyOf(NUMBERS)).and(new Options(List.copyOf(TEXTS)));
    }

    private static Option<Long> number(String name, String description) {
        return Option.integer(name, 0, 1_000).optional().describedAs(description);
    }

    private static Option<String> text(String name, String description) {
        return Option.text(name).optional().describedAs(description);
    }

    static Map<String, Object> read(Section section) {
        var options = new LinkedHashMap<String, Object>();
        NUMBERS.forEach(option -> section.find(option).ifPresent(value -> options.put(option.name(), value)));
        TEXTS.forEach(option -> section.find(option).ifPresent(value -> options.put(option.name(), value)));
        return options;
    }
}
