package dev.rowan.chaos;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// A trial of a pipeline over messages: `rows.jsonl` with the fields `n` and `text`, in the folder `site`, with keys
/// and addresses from `environment` and a simulator with the settings `service`.
record MessageTrial(Path site, int rows, Map<String, String> environment, Map<String, Object> service) {

    Trial of(String pipeline, FaultVariation variation, Trial.Outer outer) throws IOException {
        Files.write(
                site.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, rows)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message " + n + " is fine\"}")
                        .toList());
        Path file = Files.writeString(site.resolve("pipeline.yaml"), pipeline);
        var problems = new Problems();
        PipelineFile read =
                PipelineFile.read(file, environment, problems).orElseThrow(() -> new ConfigException(problems.list()));
        return new Trial(
                site,
                site,
                read.root(),
                read.text(),
                PluginCatalog.load(),
                environment,
                Scenario.settings(service),
                Scenario.settings(service),
                OptionalLong.empty(),
                variation,
                outer);
    }
}
