package dev.rowan.config;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A pipeline of the usual shape with a plugin of each sort, as far as reading and checking its file goes.
final class TestPipeline {
    private enum Order {
        INPUT,
        NONE
    }

    private enum Throttle {
        AIMD,
        ADAPTIVE
    }

    private static final Options RUN = Options.of(
            Option.text("name").optional(),
            Option.choice("order", Order.class).orElse(Order.INPUT),
            Option.integer("window", 1, 1_000_000).orElse(1_000L),
            Option.decimal("max_cost_usd", Optional.of(BigDecimal.ZERO), Optional.empty())
                    .optional(),
            Option.duration("deadline").optional());
    private static final Options RETRY = Options.of(
            Option.integer("max_attempts", 1, 1_000).orElse(3L),
            Option.duration("initial_delay").orElse(Duration.ofSeconds(1)));
    private static final Option<String> PLUGIN = Option.text("plugin").describedAs("the plugin's name");
    private static final Option<ConfigNode> OPTIONS = any("options").optional();
    private static final Option<String> ON_ERROR = Option.text("on_error").optional();

    static final Options FILE = Options.of(
            Option.nested("run", RUN).optional(),
            any("source").describedAs("where rows come from"),
            any("transforms").optional(),
            any("sinks"),
            Option.nested("landscape", Options.of(Option.text("url").orElse("sqlite:rowan.db")))
                    .optional());
    static final PipelineSchema.Entry SOURCE =
            new PipelineSchema.Entry(Options.of(PLUGIN, OPTIONS), _ -> Options.of(ON_ERROR));
    static final PipelineSchema.Entry TRANSFORM = new PipelineSchema.Entry(
            Options.of(PLUGIN, Option.text("name").optional(), OPTIONS),
            _ -> Options.of(
                    ON_ERROR,
                    RowSchema.option("schema"),
                    Option.nested("retry", RETRY).optional()));
    static final PipelineSchema.Entry SINK = new PipelineSchema.Entry(Options.of(PLUGIN, OPTIONS), _ -> Options.of());

    private static final Options FILES = Options.of(
            Option.text("path").describedAs("the file"),
            Option.text("id").optional(),
            Option.bool("header").orElse(true),
            Option.bytes("max_record_bytes").orElse(16L << 20));
    static final Options SHIELD = Options.of(
            Option.text("endpoint"),
            Option.text("api_key"),
            Option.texts("fields"),
            Option.textMap("headers").optional(),
            Option.integer("pool_size", 1).orElse(1L),
            Option.integer("min_dispatch_delay_ms", 0).orElse(0L),
            Option.integer("max_dispatch_delay_ms", 1).orElse(5_000L),
            Option.decimal("backoff_multiplier", Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("100")))
                    .orElse(BigDecimal.TWO),
            Option.integer("max_capacity_retry_seconds", 1).orElse(3_600L),
            Option.choice("throttle", Throttle.class).optional(),
            Option.duration("timeout").orElse(Duration.ofMinutes(1)));

    static final List<Plugin> PLUGINS = List.of(
            new Sourcing("csv", FILES),
            new Changing("azure_prompt_shield", SHIELD),
            new Changing("passthrough", Options.of()),
            new Sinking("jsonl", FILES));

    private TestPipeline() {}

    private static Option<ConfigNode> any(String name) {
        return Option.free(name, "", Map.of(), Option.Reading.Value::new);
    }

    /// Every problem of `file`, those of its text and those of its settings.
    static List<Problem> problems(Path file, Map<String, String> environment) {
        var problems = new Problems();
        PipelineFile.read(file, environment, problems).ifPresent(read -> check(read, problems));
        return problems.list();
    }

    /// The same for bytes that no file holds.
    static List<Problem> problems(byte[] bytes, Map<String, String> environment) {
        var problems = new Problems();
        try {
            PipelineFile.parse(Path.of("pipeline.yaml"), bytes, environment, problems)
                    .ifPresent(read -> check(read, problems));
        } catch (UnreadableYamlException e) {
            problems.add(e.problem());
        }
        return problems.list();
    }

    /// The same for a file with this text.
    static List<String> problems(Path folder, String text, Map<String, String> environment) {
        return problems(write(folder, text.getBytes(StandardCharsets.UTF_8)), environment).stream()
                .map(problem -> problem.toString().replace(folder + "/", ""))
                .toList();
    }

    static Path write(Path folder, byte[] bytes) {
        try {
            return Files.write(folder.resolve("pipeline.yaml"), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(PipelineFile file, Problems problems) {
        Section.check(file.root(), FILE, file.base(), problems);
        child(file.root(), "source").ifPresent(node -> checkEntry(node, SOURCE, file.base(), problems));
        if (child(file.root(), "transforms").orElse(null) instanceof ConfigNode.Sequence(var _, var _, var items)) {
            items.forEach(node -> checkEntry(node, TRANSFORM, file.base(), problems));
        }
        if (child(file.root(), "sinks").orElse(null) instanceof ConfigNode.Mapping(var _, var _, var sinks)) {
            sinks.values().forEach(sink -> checkEntry(sink.value(), SINK, file.base(), problems));
        }
    }

    private static void checkEntry(ConfigNode node, PipelineSchema.Entry entry, Path base, Problems problems) {
        Section.check(node, entry.keys(), base, problems);
        child(node, "plugin")
                .flatMap(name -> PLUGINS.stream()
                        .filter(p -> name instanceof ConfigNode.Scalar scalar
                                && p.name().equals(scalar.value()))
                        .findFirst())
                .ifPresent(plugin -> Section.check(
                        child(node, "options")
                                .orElse(new ConfigNode.Mapping(node.location(), node.path() + ".options", Map.of())),
                        plugin.options().and(entry.common().apply(plugin)),
                        base,
                        problems));
    }

    private static Optional<ConfigNode> child(ConfigNode node, String key) {
        return node instanceof ConfigNode.Mapping(var _, var _, var entries)
                ? Optional.ofNullable(entries.get(key)).map(ConfigNode.Entry::value)
                : Optional.empty();
    }

    private record Sourcing(String name, Options options) implements SourcePlugin {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Source configure(Section options) {
            throw new UnsupportedOperationException();
        }
    }

    private record Changing(String name, Options options) implements TransformPlugin {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Transform configure(Section options) {
            throw new UnsupportedOperationException();
        }
    }

    private record Sinking(String name, Options options) implements SinkPlugin {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Sink configure(Section options) {
            throw new UnsupportedOperationException();
        }
    }
}
