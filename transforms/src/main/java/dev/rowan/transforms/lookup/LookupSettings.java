package dev.rowan.transforms.lookup;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/// The settings of `lookup`. `on` has columns of the table by the fields of rows; `table` is empty if it is invalid,
/// which has been reported.
record LookupSettings(
        Optional<Source> table,
        Map<String, String> on,
        List<String> take,
        Missing missing,
        Duplicates duplicates,
        long maxBytes) {
    private static final Option<String> PLUGIN =
            Option.text("plugin").describedAs("the source plugin that reads the table, such as csv");

    private static final Option<ConfigNode> PLUGIN_OPTIONS = Option.<ConfigNode>free(
                    "options", "the options of the source plugin", Map.of("type", "object"), Option.Reading.Value::new)
            .describedAs("the options of the source plugin");

    static final Option<ConfigNode> TABLE = Option.nested("table", Options.of(PLUGIN, PLUGIN_OPTIONS))
            .describedAs(
                    "the reference table, with 'plugin' and 'options' as a source: csv, jsonl, parquet, jdbc or any"
                            + " other");

    static final Option<Map<String, String>> ON =
            Option.textMap("on").describedAs("the fields that identify a row of the table, 'field: column'");

    static final Option<List<String>> TAKE =
            Option.texts("take").describedAs("the columns of the table to add as fields");

    static final Option<Missing> MISSING = Option.choice("missing", Missing.class)
            .orElse(Missing.ERROR)
            .describedAs("if the table has no such row: 'error', or 'null' for each of 'take'");

    static final Option<Duplicates> DUPLICATES = Option.choice("duplicates", Duplicates.class)
            .orElse(Duplicates.ERROR)
            .describedAs("if rows of the table have the same key: 'error', or use the 'first'");

    static final Option<Long> MAX_BYTES = Option.bytes("max_bytes")
            .orElse(256L << 20)
            .describedAs("maximum size of the table: its keys and values in memory");

    static final Options OPTIONS = Options.of(TABLE, ON, TAKE, MISSING, DUPLICATES, MAX_BYTES);

    /// What a row without a match becomes.
    enum Missing {
        ERROR,
        NULL
    }

    /// What a repeated key of the table means.
    enum Duplicates {
        ERROR,
        FIRST
    }

    LookupSettings {
        on = Collections.unmodifiableMap(new LinkedHashMap<>(on));
        take = List.copyOf(take);
    }

    static LookupSettings read(Section section) {
        if (section.get(ON).isEmpty()) {
            section.problem(ON, "needs at least one 'field: column'");
        }
        if (section.get(TAKE).isEmpty()) {
            section.problem(TAKE, "needs at least one column");
        }
        return new LookupSettings(
                table(section),
                section.get(ON),
                section.get(TAKE),
                section.get(MISSING),
                section.get(DUPLICATES),
                section.get(MAX_BYTES));
    }

    private static Optional<Source> table(Section section) {
        Section table = section.section(TABLE).orElseThrow();
        String name = table.get(PLUGIN);
        List<SourcePlugin> plugins = ServiceLoader.load(SourcePlugin.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        Optional<SourcePlugin> plugin =
                plugins.stream().filter(each -> each.name().equals(name)).findFirst();
        if (plugin.isEmpty()) {
            List<String> names = plugins.stream().map(Plugin::name).sorted().toList();
            table.problem(
                    PLUGIN,
                    "there is no source plugin '" + name + "'; "
                            + NearName.hint(name, names).orElseGet(() -> "available: " + String.join(", ", names)));
            return Optional.empty();
        }
        Optional<Source> source = table.section(
                        Option.nested(PLUGIN_OPTIONS.name(), plugin.get().options()))
                .map(plugin.get()::configure);
        if (source.filter(Source::isTransient).isPresent()) {
            section.problem(TABLE, "cannot be standard input, which a resumed run cannot read again; use a file");
        }
        return source;
    }
}
