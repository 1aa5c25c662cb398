package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.Reason;
import dev.rowan.api.SystemTime;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.history.StatusCommand;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.testkit.FixedTransformPlugin;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The terminal, `status`, the page and its API agree on a run that waits for one row.
@Timeout(120)
class ProgressAgreementTest {
    private static final String TOKEN = "a-token-of-this-test";
    private static final int ROWS = 60;
    private static final String WAIT = "55 rows wait for earlier row 5, in back-off for ";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    /// Row 5 is tried again after an hour; all others pass.
    private PipelineRun run(Landscape landscape) throws Exception {
        RowTransform shaky = (row, _) -> Long.valueOf(5).equals(row.asMap().get("n"))
                ? TransformResult.error(Reason.of("shaky", "not now").asRetryable())
                : TransformResult.success(row);
        Path rows = Files.writeString(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"n\":" + n + "}\n")
                        .collect(Collectors.joining()));
        var pipeline = PipelineBuilder.named("shaky")
                .source("jsonl", Map.of("path", rows.toString()))
                .plugin(new FixedTransformPlugin("shaky", shaky, Set.<Capability>of()))
                .transform(
                        "shaky",
                        Map.of(
                                "retry",
                                Map.of("max_attempts", 3, "initial_delay", "1h", "max_delay", "1h"),
                                "on_error",
                                "discard"))
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("o.jsonl").toString()))
                .assemble();
        var request = RunRequest.fresh("0", List.of("test"), "ada", OptionalLong.empty(), Sink.Existing.REFUSE);
        return new PipelineRun(
                pipeline, landscape, request, RunEnvironment.none(), new SystemTime(), new SecureRandom());
    }

    @Test
    void everyViewShowsTheSameProgressAndWaits() throws Exception {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                Website site = Website.start(
                        WebAccess.onLoopback(0, TOKEN),
                        new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                        new SystemTime());
                CallScope scope = CallScope.open("test-run")) {
            PipelineRun run = run(landscape);
            var running = scope.fork(run::run);
            String waiting = "";
            while (!waiting.contains(WAIT) || !waiting.contains("\"rows_ended\":4,")) {
                assertThat(running.isDone()).isFalse();
                waiting = status("--json");
            }
            ProgressSnapshot moment =
                    new RateWindow("shaky", 0, ZoneOffset.UTC).snapshot(run.progress(), 1_000_000_000, false);
            assertThat(ProgressText.line(moment))
                    .contains("6 % · 4 of 60 rows · ")
                    .contains(" · " + WAIT);

            Map<?, ?> reported = json(status("--json"));
            Map<?, ?> api = json(get(site, "/api/runs/latest"));
            for (Map<?, ?> json : List.of(reported, api)) {
                assertThat(json.get("rows_ended")).isEqualTo(4L);
                assertThat(json.get("rows_expected")).isEqualTo(60L);
                assertThat(json.get("rows_expected_exact")).isEqualTo(true);
                assertThat(json.get("percent_done")).isEqualTo(6L);
                assertThat((List<?>) json.get("waiting_for"))
                        .singleElement()
                        .asString()
                        .startsWith(WAIT);
            }
            assertThat(status()).contains("6 % · 4 of 60 rows").contains(WAIT);
            assertThat(get(site, "/runs/latest")).contains("6 % done", "of 60<").contains(WAIT);
            run.interrupt("the test");
            running.get();
        }
        assertThat(json(status("--json")).get("waiting_for")).isEqualTo(List.of());
    }

    private String status(String... arguments) {
        var shell = new TestShell(folder, new SystemTime());
        var all = new ArrayList<>(List.of("latest"));
        all.addAll(List.of(arguments));
        var command = new CommandLine(new StatusCommand(shell.shell()));
        command.setExecutionExceptionHandler((_, _, _) -> 1); // no run is on record yet
        command.execute(all.toArray(String[]::new));
        return shell.out();
    }

    private String get(Website site, String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(site.address() + path))
                                .header("Authorization", "Bearer " + TOKEN)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Map<?, ?> json(String text) throws Exception {
        return RowJson.readRow(text.getBytes(StandardCharsets.UTF_8)).asMap();
    }
}
