package dev.rowan.engine.pipeline;

import dev.rowan.api.call.HeaderOption;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.graph.NodePlugin;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds missing key files, commands and inputs before a run needs them.
public final class MissingFiles {
    private final SettingLocations places;
    private final Folders folders;
    private final Problems problems;

    /// The search directories: `settings`, the pipeline file's directory, for files; `working` for commands of
    /// secrets; `path`, the environment variable, for commands without a directory.
    public record Folders(Path settings, Path working, Optional<String> path) {}

    private MissingFiles(SettingLocations places, Folders folders, Problems problems) {
        this.places = places;
        this.folders = folders;
        this.problems = problems;
    }

    public static void check(Pipeline pipeline, ConfigNode root, Folders folders, Problems problems) {
        var check = new MissingFiles(new SettingLocations(root), folders, problems);
        pipeline.sources()
                .forEach(source -> check.secrets(source.plugin(), check.places.source(source.name(), List.of())));
        pipeline.sources()
                .forEach(source -> check.input(source.source(), check.places.source(source.name(), List.of())));
        for (Pipeline.TransformNode node : pipeline.transforms()) {
            node.transform()
                    .sources()
                    .forEach(table -> check.input(table, check.places.transform(node.index(), List.of())));
            if (node.plugin() instanceof NodePlugin.Installed(Plugin plugin)) {
                check.secrets(plugin, check.places.transform(node.index(), List.of()));
            }
        }
        pipeline.sinks().forEach(node -> check.secrets(node.plugin(), check.places.sink(node.name(), List.of())));
        if (pipeline.signingKey().isPresent()) {
            check.secret(check.places.at(List.of(PipelineShape.LANDSCAPE.name(), PipelineShape.SIGNING_KEY.name())));
        }
        pipeline.notifySettings().ifPresent(check::command);
    }

    /// Warns about an input that is not there: it may be made later, but its fields are unknown until then.
    private void input(Source source, ConfigNode place) {
        Optional<Path> missing = source.file().filter(Files::notExists);
        if (missing.isPresent()) {
            problems.warn(
                    "config.missing_input",
                    place,
                    missing.get() + " does not exist; a run needs it, and its fields are not checked until then",
                    Optional.empty());
        }
    }

    private void secrets(Plugin plugin, ConfigNode options) {
        plugin.options().list().stream()
                .filter(SecretOption::isSecret)
                .flatMap(option -> setting(options, option).stream())
                .forEach(this::secret);
        plugin.options().list().stream()
                .filter(HeaderOption::holdsHeaders)
                .flatMap(option -> setting(options, option).stream())
                .flatMap(headers -> HeaderOption.references(headers).stream())
                .forEach(this::secret);
    }

    private static Optional<ConfigNode> setting(ConfigNode options, Option<?> option) {
        return PipelineAssembly.child(options, option);
    }

    private void secret(ConfigNode node) {
        switch (SecretOption.reference(node).orElse(null)) {
            case SecretReference.InFile(Path path)
            when !Files.isRegularFile(folders.settings.resolve(path)) ->
                missing(node, "must name an existing file, not found: " + folders.settings.resolve(path));
            case SecretReference.FromCommand(List<String> command)
            when !isProgram(command.getFirst(), folders.working) ->
                missing(node, "must name an executable program, not found: '" + command.getFirst() + "'");
            case null, default -> {}
        }
    }

    private void command(NotifySettings settings) {
        if (settings instanceof NotifySettings.Command(List<String> command)
                && !isProgram(command.getFirst(), folders.settings)) {
            ConfigNode node = places.at(List.of(PipelineShape.NOTIFY.name(), NotifySettings.COMMAND.name(), "0"));
            missing(
                    node,
                    "must start with an executable program, not found: '" + command.getFirst()
                            + "'; use a path relative to the pipeline file, and make it executable");
        }
    }

    private void missing(ConfigNode node, String message) {
        problems.add("config.missing_file", node, message);
    }

    /// Whether `name` is executable: relative to `folder` if it has a directory, otherwise on the search path.
    private boolean isProgram(String name, Path folder) {
        try {
            return name.contains(File.separator)
                    ? isExecutable(folder.resolve(name))
                    : folders.path.isEmpty()
                            || Stream.of(folders.path.get().split(File.pathSeparator))
                                    .anyMatch(directory -> isExecutable(
                                            folder.resolve(directory).resolve(name)));
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static boolean isExecutable(Path program) {
        return Files.isRegularFile(program) && Files.isExecutable(program);
    }
}
