package dev.rowan.config;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A parsed pipeline file: its settings with their locations, and its text.
///
/// `text` has unresolved references such as `${API_KEY}`, so it contains no secrets and can be stored with a run.
/// `base` is the directory that relative paths are resolved against.
public record PipelineFile(ConfigNode.Mapping root, String text, Path base) {

    /// Reads `file`, resolving references from `environment`.
    ///
    /// @throws ConfigException with every problem found
    public static PipelineFile read(Path file, Map<String, String> environment) {
        var problems = new Problems();
        Optional<PipelineFile> read = read(file, environment, problems);
        problems.throwIfAny();
        return read.orElseThrow();
    }

    /// Reads as much of `file` as possible. Empty if there is no tree at all.
    ///
    /// An invalid value is [ConfigNode.Broken] in the tree, so that the rest can still be checked.
    public static Optional<PipelineFile> read(Path file, Map<String, String> environment, Problems problems) {
        try {
            return parse(file, FileText.bytes(file), environment, problems);
        } catch (UnreadableYamlException e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }

    /// The same for a recorded text of `file`.
    public static Optional<PipelineFile> recall(
            Path file, String text, Map<String, String> environment, Problems problems) {
        try {
            return parse(file, text.getBytes(StandardCharsets.UTF_8), environment, problems);
        } catch (UnreadableYamlException e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }

    static Optional<PipelineFile> parse(Path file, byte[] bytes, Map<String, String> environment, Problems problems)
            throws UnreadableYamlException {
        String text = FileText.decode(file.toString(), bytes);
        var events = new YamlEvents(file.toString(), text);
        ConfigNode root = new YamlReader(events, new Variables(environment), problems).document();
        if (root instanceof ConfigNode.Mapping mapping) {
            Path base = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
            return Optional.of(new PipelineFile(mapping, text, base));
        }
        if (!(root instanceof ConfigNode.Broken)) {
            problems.add("config.value", root, "must be a mapping of settings, got " + root.found());
        }
        return Optional.empty();
    }
}
