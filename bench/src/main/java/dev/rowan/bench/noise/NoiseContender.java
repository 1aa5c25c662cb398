package dev.rowan.bench.noise;

import dev.rowan.bench.harness.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One of those that [NoiseBench] compares, as a process that takes all rows to the service and ends.
public sealed interface NoiseContender permits NoiseContender.Rowan, NoiseContender.Client, Promptfoo {
    String title();

    /// The process, ready to start in the job's folder.
    ProcessBuilder command(NoiseJob job) throws IOException;

    /// How many rows have an answer after the process has ended.
    default long answered(NoiseJob job) throws IOException {
        return NoiseRows.answered(job.folder());
    }

    /// All that can run here; says on standard output what is left out and how to add it.
    static List<NoiseContender> available() throws IOException, InterruptedException {
        var contenders = new ArrayList<NoiseContender>();
        contenders.add(Rowan.current());
        contenders.add(new Client("plain client", "plain"));
        String before = System.getenv("ROWAN_BENCH_BEFORE");
        if (before != null) {
            contenders.add(new Rowan("Rowan before", Path.of(before)));
        }
        if (NoiseContender.class.getResource("OpenAiSdkChat.class") != null) {
            contenders.add(new Client("openai-java", "sdk"));
        } else {
            System.out.println("without openai-java: set ROWAN_BENCH_SDK=yes and remove target/rowan to build with it");
        }
        Optional<Promptfoo> promptfoo = Promptfoo.find();
        if (promptfoo.isPresent()) {
            contenders.add(promptfoo.get());
        } else {
            System.out.println(
                    "without promptfoo: install it with npm, on PATH or named by ROWAN_BENCH_PROMPTFOO, to compare");
        }
        return contenders;
    }

    /// The real command line: csv, llm, jsonl, with the landscape on disk.
    record Rowan(String title, Path launcher) implements NoiseContender {
        private static final String PIPELINE = """
                run: {name: noise}
                source: {plugin: csv, options: {path: rows.csv, id: id}}
                transforms:
                  - plugin: llm
                    options:
                      model: openai/gpt-4o-mini
                      user_prompt_template: "PROMPT"
                      output_key: mood
                      max_tokens: 16
                      pool_size: POOL
                sinks:
                  output: {plugin: jsonl, options: {path: OUTPUT}}
                """;

        public static Rowan current() {
            String command = System.getenv("ROWAN_COMMAND");
            if (command == null) {
                throw new IllegalStateException("expected to be started as ./rowan bench, ROWAN_COMMAND is not set");
            }
            return new Rowan("Rowan", Path.of(command));
        }

        @Override
        public ProcessBuilder command(NoiseJob job) throws IOException {
            Files.writeString(
                    job.folder().resolve("pipeline.yaml"),
                    PIPELINE.replace("PROMPT", NoiseRows.PROMPT)
                            .replace("POOL", Integer.toString(job.inFlight()))
                            .replace("OUTPUT", NoiseRows.OUTPUT));
            var builder = start("run", "pipeline.yaml", "-q");
            builder.environment()
                    .putAll(Map.of("OPENAI_BASE_URL", job.base().toString(), "OPENAI_API_KEY", ChatClient.KEY));
            return builder;
        }

        /// Any command of this build.
        ProcessBuilder start(String... arguments) {
            var command = new ArrayList<String>();
            command.add(launcher.toAbsolutePath().toString());
            command.addAll(List.of(arguments));
            var builder = new ProcessBuilder(command);
            builder.environment().put("ROWAN_BUILD", "never");
            return builder;
        }
    }

    /// A [NoiseClient] of this kind.
    record Client(String title, String kind) implements NoiseContender {
        @Override
        public ProcessBuilder command(NoiseJob job) {
            return ChildJvm.command(
                    List.of(), List.of("noise_client", kind, job.base().toString(), Integer.toString(job.inFlight())));
        }
    }
}
