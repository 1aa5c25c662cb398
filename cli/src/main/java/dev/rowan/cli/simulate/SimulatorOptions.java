package dev.rowan.cli.simulate;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.simulator.SimulatorSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The simulator settings: a file, and options for the common ones, which take precedence.
final class SimulatorOptions {
    private static final ConfigLocation PLACE = new ConfigLocation("command line", 0, 0, Optional.empty());

    @Option(names = "--port", paramLabel = "N", description = "Port on 127.0.0.1. Default: any free port.")
    private Optional<Long> port = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of answers, latencies and faults. Default: 1.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--latency", paramLabel = "TIME", description = "Latency of an answer, such as 200ms.")
    private Optional<String> latency = Optional.empty();

    @Option(
            names = "--latency-shape",
            paramLabel = "SHAPE",
            description = "Distribution: fixed, uniform, lognormal or heavy_tail.")
    private Optional<String> latencyShape = Optional.empty();

    @Option(names = "--requests", paramLabel = "N", description = "Request limit per key and period.")
    private Optional<Long> requests = Optional.empty();

    @Option(names = "--tokens", paramLabel = "N", description = "Token limit per key and period.")
    private Optional<Long> tokens = Optional.empty();

    @Option(names = "--per", paramLabel = "TIME", description = "Period of the limits. Default: 1m.")
    private Optional<String> per = Optional.empty();

    @Option(names = "--no-rate-headers", description = "Omit rate-limit headers from replies.")
    private boolean noRateHeaders;

    @Option(
            names = "--fault",
            paramLabel = "FAULT=P",
            description = {
                "Fault and its probability, such as status:503=0.01 or",
                "openai_chat/lost_reply=0.001; repeatable."
            })
    private Map<String, BigDecimal> faults = new LinkedHashMap<>();

    @Option(
            names = "--fault-attempts",
            paramLabel = "N",
            description = "Inject faults only into the first N sends of a request.")
    private Optional<Long> faultAttempts = Optional.empty();

    @Option(names = "--settings", paramLabel = "FILE", description = "YAML settings file, see docs/simulator.md.")
    private Optional<Path> file = Optional.empty();

    /// The settings; a [ConfigException] has every problem in them.
    SimulatorSettings read(Shell shell) {
        var problems = new Problems();
        ConfigNode node = overlay(inFile(shell, problems), given());
        Optional<SimulatorSettings> settings = Section.check(node, SimulatorSettings.OPTIONS, shell.folder(), problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    private ConfigNode.Mapping inFile(Shell shell, Problems problems) {
        return file.map(name -> PipelineFile.read(shell.folder().resolve(name), shell.environment(), problems)
                        .map(PipelineFile::root)
                        .orElseThrow(() -> new ConfigException(problems.list())))
                .orElseGet(() -> mapping("", Map.of()));
    }

    private ConfigNode.Mapping given() {
        var root = new LinkedHashMap<String, Object>();
        port.ifPresent(value -> root.put("port", value));
        seed.ifPresent(value -> root.put("seed", value));
        var times = new LinkedHashMap<String, Object>();
        latency.ifPresent(value -> times.put("typical", value));
        latencyShape.ifPresent(value -> times.put("shape", value));
        putUnlessEmpty(root, "latency", times);
        var limits = new LinkedHashMap<String, Object>();
        requests.ifPresent(value -> limits.put("requests", value));
        tokens.ifPresent(value -> limits.put("tokens", value));
        per.ifPresent(value -> limits.put("per", value));
        if (noRateHeaders) {
            limits.put("headers", false);
        }
        putUnlessEmpty(root, "limits", limits);
        putUnlessEmpty(root, "faults", faults);
        faultAttempts.ifPresent(value -> root.put("fault_attempts", value));
        return mapping("", root);
    }

    private static void putUnlessEmpty(Map<String, Object> root, String key, Map<String, ?> values) {
        if (!values.isEmpty()) {
            root.put(key, values);
        }
    }

    private static ConfigNode.Mapping mapping(String path, Map<?, ?> values) {
        var entries = new LinkedHashMap<String, ConfigNode.Entry>();
        values.forEach((key, value) -> {
            String below = ConfigNode.pathOf(path, String.valueOf(key));
            ConfigNode node =
                    value instanceof Map<?, ?> map ? mapping(below, map) : new ConfigNode.Scalar(PLACE, below, value);
            entries.put(String.valueOf(key), new ConfigNode.Entry(PLACE, node));
        });
        return new ConfigNode.Mapping(PLACE, path, entries);
    }

    /// `below` overridden by `above`; nested mappings are merged.
    private static ConfigNode.Mapping overlay(ConfigNode.Mapping below, ConfigNode.Mapping above) {
        var entries = new LinkedHashMap<>(below.entries());
        above.entries()
                .forEach((key, entry) -> entries.merge(
                        key,
                        entry,
                        (old, _) -> old.value() instanceof ConfigNode.Mapping under
                                        && entry.value() instanceof ConfigNode.Mapping over
                                ? new ConfigNode.Entry(old.keyLocation(), overlay(under, over))
                                : entry));
        return new ConfigNode.Mapping(below.location(), below.path(), entries);
    }
}
