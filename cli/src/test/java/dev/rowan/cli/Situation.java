package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What was done in a folder before a command is typed there.
enum Situation {
    /// Nothing but files: a pipeline, its input, the examples.
    FILES,
    /// A run is completed; one row was blocked and one failed.
    ENDED,
    /// The same, after its record was copied.
    COPIED,
    /// The same, with its heads signed by `audit-key.pem`.
    SIGNED,
    /// The same, with a proof in `row-17.json` and its head in `kept.head.json`.
    PROVEN,
    /// A run was stopped by a limit of rows.
    LIMITED,
    /// A run works on another thread.
    RUNNING,
    /// A pipeline whose calls go through a batch service.
    BATCH_FILES,
    /// Two jobs were submitted and are running.
    WAITING,
    /// Two jobs were submitted and have ended at the provider.
    ANSWERED,
    /// The results of two jobs are recorded, and the run is completed.
    COLLECTED,
    /// The jobs were cancelled.
    CANCELLED,
    /// A job is held whose batch shows a status that is not known.
    HELD;

    static final int ROWS = 20;
    static final String RUN = "latest";

    private static final String PIPELINE = """
            run: {name: tickets}
            source: {plugin: jsonl, options: {path: rows.jsonl, id: id}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: [password], on_error: failed}
              - plugin: llm
                name: classify
                options:
                  model: simulator/chat
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: label
                  on_error: failed
              - plugin: llm
                name: reply
                options:
                  model: simulator/chat
                  user_prompt_template: "Answer: {{ text }}"
                  output_key: answer
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    private static final Map<String, Object> SLOW = Map.of("running", "10m");
    private static final Path ROOT = Path.of("..");

    /// A folder in a situation, with its batch service or running run.
    record Opened(Program program, Optional<BatchProgram> batches, Optional<BackgroundRun> background)
            implements AutoCloseable {

        private static Opened of(Program program) {
            return new Opened(program, Optional.empty(), Optional.empty());
        }

        private static Opened of(BatchProgram batches) {
            return new Opened(batches.program, Optional.of(batches), Optional.empty());
        }

        private static Opened of(BackgroundRun background) {
            return new Opened(background.program(), Optional.empty(), Optional.of(background));
        }

        @Override
        public void close() throws IOException {
            if (batches.isPresent()) {
                batches.get().close();
            }
            if (background.isPresent()) {
                background.get().close();
            }
        }
    }

    Opened open(Path folder) throws Exception {
        return switch (this) {
            case FILES, ENDED, COPIED, SIGNED, PROVEN, LIMITED -> Opened.of(inRealTime(folder));
            case RUNNING -> Opened.of(BackgroundRun.start(folder));
            case BATCH_FILES, WAITING, ANSWERED, COLLECTED, CANCELLED -> inBatches(folder);
            case HELD -> held(folder);
        };
    }

    private Program inRealTime(Path folder) throws IOException {
        var program = new Program(folder);
        program.write("pipeline.yaml", PIPELINE);
        program.write("rows.jsonl", rows());
        Files.copy(ROOT.resolve(".env.example"), folder.resolve(".env"));
        copyExamples(folder.resolve("examples"));
        if (this == SIGNED) {
            ends(program, 0, "keygen", "--out", "audit-key.pem");
            program.write("pipeline.yaml", PIPELINE + "landscape: {signing_key: \"file:audit-key.pem\"}\n");
        }
        if (this == LIMITED) {
            ends(program, 5, "run", "pipeline.yaml", "--limit", "3");
        } else if (this != FILES) {
            ends(program, 4, "run", "pipeline.yaml");
        }
        if (this == COPIED) {
            Files.copy(folder.resolve("rowan.db"), folder.resolve("copy.db"));
        }
        if (this == PROVEN) {
            ends(program, 0, "prove", RUN, "--row", "17", "--out", "row-17.json");
            try (Stream<Path> files = Files.list(folder.resolve("out"))) {
                Path head = files.filter(file -> file.toString().endsWith(".head.json"))
                        .findFirst()
                        .orElseThrow();
                Files.copy(head, folder.resolve("kept.head.json"));
            }
        }
        return program;
    }

    /// The second row has no text, and the third one a password.
    private static String rows() {
        var rows = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            String text = i == 2 ? "" : ",\"text\":\"" + (i == 3 ? "my password" : "fine") + "\"";
            rows.append("{\"id\":\"R-%05d\"%s}\n".formatted(i, text));
        }
        return rows.toString();
    }

    private static void copyExamples(Path target) throws IOException {
        Path source = ROOT.resolve("examples");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("out/"))
                    .toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private Opened inBatches(Path folder) throws Exception {
        var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW);
        Files.copy(ROOT.resolve(".env.example"), folder.resolve(".env"));
        if (this != BATCH_FILES) {
            stage.submit();
        }
        if (this == ANSWERED || this == COLLECTED) {
            stage.completeRunning();
        }
        if (this == COLLECTED) {
            stage.ends(0, "batch", "watch", RUN, "-q");
        }
        if (this == CANCELLED) {
            stage.ends(6, "batch", "cancel", RUN, "--all", "-q");
        }
        return Opened.of(stage);
    }

    private static Opened held(Path folder) throws Exception {
        var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, SLOW);
        stage.submit();
        stage.toBatch(1, "show?status=mysterious");
        stage.ends(6, "batch", "watch", RUN, "-q");
        return Opened.of(stage);
    }

    private static void ends(Program program, int code, String... arguments) {
        Program.Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(List.of(arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
    }
}
