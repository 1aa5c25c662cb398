package dev.rowan.app;

import dev.rowan.api.plugin.Plugin;
import dev.rowan.config.PipelineSchema;
import dev.rowan.engine.pipeline.PipelineShape;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a page may name of Rowan: whether a class, a key, a command or the like exists, by the sources of all modules,
/// the JSON Schema of pipeline files and the schema of the landscape.
final class NamedThings {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"(\\w+)\"");

    private final Map<String, String> sources = new HashMap<>();
    private final Set<String> commands = new HashSet<>();
    private final StringBuilder tables = new StringBuilder();
    private final List<Plugin> plugins = PluginCatalog.load().all();
    private final String keys;
    private final String variables;

    NamedThings() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(path -> path.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .toList()) {
                read(module);
            }
        }
        keys = new PipelineSchema(
                        PipelineShape.FILE,
                        new PipelineSchema.Entry(PipelineShape.SOURCE_ENTRY, PipelineShape::common),
                        new PipelineSchema.Entry(PipelineShape.TRANSFORM_ENTRY, PipelineShape::common),
                        new PipelineSchema.Entry(PipelineShape.SINK_ENTRY, PipelineShape::common),
                        PipelineShape.NODE_ENTRIES,
                        plugins)
                .generate();
        variables = Files.readString(ROOT.resolve(".env.example"));
    }

    private void read(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".java")) {
                    String source = Files.readString(file);
                    sources.merge(name.replace(".java", ""), source, String::concat);
                    String group = file.toString().contains("/cli/batch/") && !name.equals("BatchCommand.java")
                            ? "batch "
                            : "";
                    COMMAND.matcher(source).results().forEach(command -> commands.add(group + command.group(1)));
                } else if (file.toString().contains("/store/sqlite/")) {
                    tables.append(Files.readString(file));
                }
            }
        }
    }

    /// Whether there is such a thing; a kind that is not known has none.
    boolean exists(String kind, String name) {
        return switch (kind) {
            case "class" -> sources.containsKey(name);
            case "method" -> isMethod(name);
            case "key" -> keys.contains("\"" + name + "\": {");
            case "plugin" -> plugins.stream().anyMatch(plugin -> plugin.name().equals(name));
            case "command" -> isCommand(name);
            case "table" -> tables.indexOf("CREATE TABLE " + name + " (") >= 0;
            case "column" -> isColumn(name);
            case "variable" -> variables.contains("\n" + name + "=") || isLiteral(name);
            case "reason", "word" -> isLiteral(name);
            default -> false;
        };
    }

    private boolean isLiteral(String text) {
        return sources.values().stream().anyMatch(source -> source.contains("\"" + text + "\""));
    }

    private boolean isMethod(String name) {
        String[] parts = name.split("\\.", 2);
        return parts.length == 2
                && Pattern.compile("[\\w>\\]] " + parts[1] + "\\(")
                        .matcher(sources.getOrDefault(parts[0], ""))
                        .find();
    }

    /// `rowan`, the words of a command, its arguments in capitals and its options.
    private boolean isCommand(String line) {
        List<String> words = List.of(line.split(" "));
        String command = String.join(
                " ",
                words.stream().skip(1).takeWhile(word -> word.matches("[a-z]+")).toList());
        return words.getFirst().equals("rowan")
                && commands.contains(command)
                && words.stream().filter(word -> word.startsWith("--")).allMatch(this::isLiteral);
    }

    private boolean isColumn(String name) {
        String[] parts = name.split("\\.", 2);
        return parts.length == 2
                && Pattern.compile("CREATE TABLE " + parts[0] + " \\([^;]*\\n    " + parts[1] + " ")
                        .matcher(tables)
                        .find();
    }
}
