package dev.rowan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.cli.command.LandscapeAddress.Lookup;
import dev.rowan.cli.command.LandscapeAddress.Origin;
import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.landscape.open.Landscapes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LandscapeAddressTest {
    private static final Path HERE = Path.of("/here");
    private static final Optional<String> NONE = Optional.empty();

    private static Shell shell() {
        return new TestShell(HERE, new FakeTime()).shell();
    }

    private static Shell shellWithVariable() {
        return new TestShell(HERE, new FakeTime())
                .variable("ROWAN_LANDSCAPE", "sqlite:variable.db")
                .shell();
    }

    private static Optional<Pipeline> pipeline(String url) {
        var file = Path.of("/there/pipeline.yaml");
        return Optional.of(PipelineAssembly.assemble(
                ConfigNode.of(Map.of(
                        "source", Map.of("plugin", "csv", "options", Map.of("path", "a.csv")),
                        "sinks", Map.of("output", Map.of("plugin", "jsonl", "options", Map.of("path", "b.jsonl"))),
                        "landscape", Map.of("url", url))),
                new PipelineAssembly.Origin("", Path.of("/there"), Optional.of(file)),
                PluginCatalog.load()));
    }

    @Test
    void prefersTheOptionThenTheEnvironmentThenThePipeline() {
        Optional<Pipeline> pipeline = pipeline("sqlite:pipeline.db");
        assertThat(LandscapeAddress.choose(Optional.of("sqlite:option.db"), pipeline, shellWithVariable()))
                .isEqualTo(new LandscapeAddress(
                        "sqlite:option.db", HERE, Origin.OPTION, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT));
        assertThat(LandscapeAddress.choose(NONE, pipeline, shellWithVariable()))
                .isEqualTo(new LandscapeAddress(
                        "sqlite:variable.db",
                        HERE,
                        Origin.ENVIRONMENT,
                        Optional.empty(),
                        Landscapes.DEFAULT_DOWN_TIMEOUT));
        assertThat(LandscapeAddress.choose(NONE, pipeline, shell()))
                .isEqualTo(new LandscapeAddress(
                        "sqlite:pipeline.db",
                        Path.of("/there"),
                        Origin.PIPELINE,
                        Optional.empty(),
                        Landscapes.DEFAULT_DOWN_TIMEOUT));
        assertThat(LandscapeAddress.choose(NONE, Optional.empty(), shell()))
                .isEqualTo(new LandscapeAddress(
                        "sqlite:rowan.db", HERE, Origin.DEFAULT, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT));
    }

    @Test
    void namesTheLandscapeOnlyWhereALaterCommandWouldNotFindIt() {
        LandscapeAddress usual = LandscapeAddress.choose(NONE, Optional.empty(), shell());
        LandscapeAddress same = LandscapeAddress.choose(Optional.of("sqlite:./rowan.db"), Optional.empty(), shell());
        LandscapeAddress variable = LandscapeAddress.choose(NONE, Optional.empty(), shellWithVariable());
        LandscapeAddress other = LandscapeAddress.choose(NONE, pipeline("sqlite:rowan.db"), shell());
        assertThat(usual.lookup("sqlite:/here/rowan.db", shell())).isEqualTo(new Lookup.ByDefault());
        assertThat(same.lookup("sqlite:/here/rowan.db", shell())).isEqualTo(new Lookup.ByDefault());
        assertThat(variable.lookup("sqlite:/here/variable.db", shell())).isEqualTo(new Lookup.ByDefault());
        assertThat(other.lookup("sqlite:/there/rowan.db", shell()))
                .isEqualTo(new Lookup.ByOption("sqlite:/there/rowan.db"));
    }

    @Test
    void neverRepeatsAPassword() {
        LandscapeAddress address =
                LandscapeAddress.choose(Optional.of("postgresql://ada:secret@db/audit"), Optional.empty(), shell());
        assertThat(address.lookup("postgresql://db/audit", shell())).isEqualTo(new Lookup.BySecret());
    }
}
