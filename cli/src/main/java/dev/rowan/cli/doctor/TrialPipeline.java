package dev.rowan.cli.doctor;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pipeline with one row and one short prompt, realtime or batch.
/// `location` is the provider's base URL if it is not the default, or `simulator`. A batch that takes longer than
/// `patience` is cancelled.
record TrialPipeline(LiveProvider provider, String model, Optional<String> location, String patience) {
    private static final String QUESTION = "Answer with the word ok and nothing else. {{ text }}";

    /// The pipeline with all its files in `folder`.
    Pipeline pipeline(boolean batch, Path folder) throws IOException {
        Path row = folder.resolve("row.jsonl");
        Files.writeString(row, "{\"text\":\"This is a test.\"}\n");
        String output = folder.resolve(batch ? "batch.jsonl" : "call.jsonl").toString();
        Map<String, Object> root = Map.of(
                "run",
                Map.of(
                        "name",
                        "doctor",
                        "artifacts",
                        folder.resolve("artifacts").toString()),
                "source",
                Map.of("plugin", "jsonl", "options", Map.of("path", row.toString())),
                "transforms",
                List.of(Map.of("plugin", "llm", "options", options(batch))),
                "sinks",
                Map.of("output", Map.of("plugin", "jsonl", "options", Map.of("path", output))));
        var origin = new PipelineAssembly.Origin("", folder, Optional.empty());
        return PipelineAssembly.assemble(ConfigNode.of(root), origin, PluginCatalog.load());
    }

    private Map<String, Object> options(boolean batch) {
        var options = new LinkedHashMap<String, Object>();
        options.put("model", provider.word() + "/" + model);
        location.ifPresent(address -> options.put("base_url", address));
        options.put("user_prompt_template", QUESTION);
        options.put("output_key", "answer");
        options.put("max_tokens", 64);
        options.put("timeout", "60s");
        options.put("on_error", "discard");
        options.put("retry", Map.of("max_attempts", 1));
        if (batch) {
            options.put("mode", "batch");
            options.put("batch", Map.of("poll_interval", "2s", "poll_max", "15s", "timeout", patience));
        }
        return options;
    }
}
