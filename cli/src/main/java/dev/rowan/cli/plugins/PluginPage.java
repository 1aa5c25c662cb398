package dev.rowan.cli.plugins;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.config.Options;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.pipeline.PipelineShape;
import dev.rowan.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A plugin as text: description, options and an example.
final class PluginPage {
    private static final int WIDEST = 100;

    private final Plugin plugin;
    private final int width;
    private final AnsiStyle paint;

    PluginPage(Plugin plugin, Terminal screen) {
        this.plugin = plugin;
        this.width = Math.min(screen.width(), WIDEST);
        this.paint = screen.paint();
    }

    List<String> lines() {
        PluginKind kind = PluginKind.of(plugin);
        var lines = new ArrayList<String>();
        lines.add(paint.bold(kind.word() + " " + plugin.name()) + "  version " + plugin.version() + capabilities());
        lines.addAll(Wrap.lines(plugin.description(), "", width));
        options("Options:", plugin.options(), lines);
        options("Options of every " + kind.word() + ":", PipelineShape.common(plugin), lines);
        lines.add("");
        lines.add("Example:");
        Example.of(plugin).lines().forEach(line -> lines.add("  " + line));
        lines.add("");
        return lines;
    }

    private String capabilities() {
        var capabilities = plugin.capabilities().stream()
                .map(Capability::name)
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', ' '))
                .sorted()
                .toList();
        return capabilities.isEmpty() ? "" : ", " + String.join(", ", capabilities);
    }

    private void options(String title, Options options, List<String> lines) {
        if (!options.list().isEmpty()) {
            lines.add("");
            lines.add(title);
            options(options, "  ", lines);
        }
    }

    /// Each option with its type and description; nested keys are indented.
    private void options(Options options, String indent, List<String> lines) {
        int longest = options.names().stream().mapToInt(String::length).max().orElse(0);
        String hanging = indent + " ".repeat(longest + 2);
        for (Option<?> option : options.list()) {
            var rule = Wrap.lines(option.kind().rule() + absence(option), hanging, width);
            rule.set(
                    0,
                    indent
                            + paint.bold(option.name())
                            + rule.getFirst()
                                    .substring(indent.length() + option.name().length()));
            lines.addAll(rule);
            if (!option.description().isEmpty()) {
                Wrap.lines(option.description(), hanging, width).forEach(line -> lines.add(paint.dim(line)));
            }
            if (option.kind() instanceof OptionKind.Nested(var inner)) {
                options(inner, indent + "    ", lines);
            }
        }
    }

    private static String absence(Option<?> option) {
        return option.required()
                ? "; required"
                : Defaults.of(option)
                        .map(value -> "; default: " + JsonObject.text(value))
                        .orElse("");
    }
}
