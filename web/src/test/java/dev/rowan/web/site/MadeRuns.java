package dev.rowan.web.site;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.Sample;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Runs in the landscape `rowan.db` of a folder: by the real engine, or written by hand through a recorder.
public final class MadeRuns {
    private MadeRuns() {}

    public static String url(Path folder) {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    /// A source file with so many rows.
    public static Path rows(Path folder, int rows) throws IOException {
        return Files.writeString(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, rows)
                        .mapToObj(i -> "{\"text\":\"row " + i + "\"}\n")
                        .collect(Collectors.joining()));
    }

    /// A run that asks a model about each row; every seventh row is blocked before.
    public static RunResult calling(Path folder, int rows) throws IOException, InterruptedException {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            return PipelineBuilder.named("asking")
                    .run("max_cost_usd", 5)
                    .source("jsonl", Map.of("path", rows(folder, rows).toString()))
                    .transform(
                            "keyword_filter",
                            Map.of("fields", "text", "blocked_patterns", List.of("7$"), "on_error", "blocked"))
                    .transform(
                            "llm",
                            Map.of(
                                    "model",
                                    "openai/gpt-4o-mini",
                                    "base_url",
                                    simulator.address() + "/v1",
                                    "price",
                                    Map.of("input", 0.15, "output", 0.6),
                                    "user_prompt_template",
                                    "Repeat: {{ text }}",
                                    "output_key",
                                    "answer",
                                    "pool_size",
                                    4))
                    .sink(
                            "output",
                            "jsonl",
                            Map.of("path", folder.resolve("out.jsonl").toString()))
                    .sink(
                            "blocked",
                            "jsonl",
                            Map.of("path", folder.resolve("blocked.jsonl").toString()))
                    .overwrite()
                    .run(url(folder));
        }
    }

    /// An ended run with these notes.
    public static String noted(Path folder, String id, String name, List<LogEntry.RunNoted> notes)
            throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(start(id, name))) {
            for (LogEntry.RunNoted note : notes) {
                recorder.record(note);
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 0, Optional.empty()));
        }
        return id;
    }

    /// A run without rows.
    public static void noted(Landscape landscape, String id, String name) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(start(id, name))) {
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 0, Optional.empty()));
        }
    }

    private static RunStart start(String id, String name) {
        return new RunStart(
                id,
                name,
                "0",
                "run: {name: x}",
                Map.of(),
                List.of("run"),
                "ada",
                Optional.empty(),
                "none",
                List.of(),
                List.of());
    }

    /// A sample with one transform that calls `service`.
    public static Sample sample(long rows, String node, String service, Map<String, Long> reasons) {
        return new Sample(
                rows,
                rows,
                3,
                1,
                0,
                0,
                rows,
                OptionalLong.of(10_000),
                Map.of("completed", rows),
                reasons,
                new Usd(rows * 1_000_000_000L),
                Usd.ZERO,
                Optional.of(new Usd(20_000_000_000_000L)),
                rows * 500,
                false,
                List.of(new Sample.Node(
                        node,
                        0,
                        rows,
                        3,
                        rows + 1,
                        rows,
                        1,
                        8,
                        2,
                        rows * 1_000,
                        rows * 2_000,
                        rows * 40_000,
                        rows * 10,
                        rows,
                        CallCost.of(new Usd(rows * 1_000_000_000L), true),
                        List.of(0L, 0L, 0L, rows, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L))),
                List.of(new Sample.Service(
                        service,
                        Optional.of(40.0),
                        "refused",
                        100,
                        0,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty())),
                Optional.empty());
    }
}
