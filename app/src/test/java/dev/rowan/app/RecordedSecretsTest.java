package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Sink;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedSecretsTest {

    @Test
    void theLandscapeKeepsThePipelineFileAndTheCommandWithoutPasswords(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("rows.csv"), "id\n1\n");
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), """
                source: {plugin: csv, options: {path: rows.csv}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}   # ask ada@db.example
                landscape: {url: "postgresql://ada:hunter2@db.example/audit?password=hunter3&ssl=true"}
                """);
        Path database = folder.resolve("rowan.db");
        var command = List.of("run", "--landscape", "postgresql://ada:hunter4@db.example/audit", "pipeline.yaml");
        var request = RunRequest.fresh("0", command, "ada", OptionalLong.empty(), Sink.Existing.REFUSE);
        var random = new SecureRandom();
        try (var landscape = Landscapes.open("sqlite:" + database, folder, new SystemTime(), random)) {
            new PipelineRun(pipeline(file), landscape, request, RunEnvironment.none(), new SystemTime(), random).run();
        }

        assertThat(everythingIn(database))
                .contains("postgresql://***@db.example/audit?password=***&ssl=true", "ask ada@db.example")
                .doesNotContain("hunter");
    }

    private static Pipeline pipeline(Path file) throws IOException {
        var problems = new Problems();
        PipelineFile read = PipelineFile.read(file, Map.of(), problems).orElseThrow();
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file));
        return PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
    }

    private static String everythingIn(Path database) throws IOException {
        var text = new StringBuilder();
        try (var files = Files.newDirectoryStream(database.getParent(), "rowan.db*")) {
            for (Path file : files) {
                text.append(new String(Files.readAllBytes(file), UTF_8));
            }
        }
        return text.toString();
    }
}
