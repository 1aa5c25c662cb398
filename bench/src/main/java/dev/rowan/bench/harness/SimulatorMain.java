package dev.rowan.bench.harness;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// A simulator in its own process, for benchmarks: prints its address and serves until its standard input ends.
///
/// `./rowan bench simulate [SETTINGS]`, with the settings as JSON, such as `{"latency": {"typical": "50ms"}}`.
public final class SimulatorMain {
    private SimulatorMain() {}

    public static void run(String... args) throws Exception {
        String json = args.length > 0 ? args[0] : "{}";
        var problems = new Problems();
        Optional<SimulatorSettings> settings = Section.check(
                        ConfigNode.of(RowJson.readValue(json.getBytes(StandardCharsets.UTF_8))),
                        SimulatorSettings.OPTIONS,
                        Path.of(""),
                        problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        try (Simulator simulator = Simulator.start(settings.orElseThrow(), new SystemTime())) {
            System.out.println(simulator.address());
            while (System.in.read() >= 0) {
                // until the parent process is gone
            }
        }
    }
}
