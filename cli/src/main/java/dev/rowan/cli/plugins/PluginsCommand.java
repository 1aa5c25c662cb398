package dev.rowan.cli.plugins;

import dev.rowan.api.config.NearName;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.json.JsonObject;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan plugins`: lists the plugins, or shows one with its options.
@Command(
        name = "plugins",
        description = "List the plugins, or show one with its options.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} keyword_filter"})
public final class PluginsCommand implements Runnable {
    private final Shell shell;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Plugin to show.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public PluginsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        List<Plugin> all = PluginCatalog.load().all();
        List<Plugin> chosen = name.isEmpty() ? all : named(name.get(), all);
        if (json) {
            var plugins = chosen.stream().map(PluginJson::of).toList();
            shell.out().println(JsonObject.object().put("plugins", plugins).line());
        } else if (name.isEmpty()) {
            list(all);
        } else {
            Terminal screen = shell.screens().out();
            chosen.forEach(plugin -> new PluginPage(plugin, screen).lines().forEach(shell.out()::println));
        }
    }

    private static List<Plugin> named(String name, List<Plugin> all) {
        List<Plugin> found =
                all.stream().filter(plugin -> plugin.name().equals(name)).toList();
        if (found.isEmpty()) {
            List<String> names = all.stream().map(Plugin::name).distinct().toList();
            String hint = NearName.hint(name, names).orElse("available: " + String.join(", ", names));
            throw new UsageException("no plugin '" + name + "'; " + hint);
        }
        return found;
    }

    /// Names and descriptions, grouped by kind.
    private void list(List<Plugin> all) {
        Terminal screen = shell.screens().out();
        int longest =
                all.stream().mapToInt(plugin -> plugin.name().length()).max().orElse(0);
        for (PluginKind kind : PluginKind.values()) {
            shell.out().println(kind.word() + "s");
            for (Plugin plugin : all) {
                if (PluginKind.of(plugin) == kind) {
                    String name = "  " + plugin.name();
                    List<String> lines = Wrap.lines(plugin.description(), " ".repeat(longest + 4), screen.width());
                    shell.out()
                            .println(
                                    screen.paint().bold(name) + lines.getFirst().substring(name.length()));
                    lines.stream().skip(1).forEach(shell.out()::println);
                }
            }
        }
        shell.out().println();
        shell.out().println("Show options: " + shell.program() + " plugins keyword_filter");
    }
}
