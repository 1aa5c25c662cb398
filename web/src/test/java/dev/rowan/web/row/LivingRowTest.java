package dev.rowan.web.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.serve.Website;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The page of a row in flight, and after its end.
@Timeout(180)
class LivingRowTest {
    private static final Instant AT = Instant.parse("2026-11-15T09:30:00Z");
    private static final Row ROW = Row.of("text", "good");
    private static final RunStart RUN = new RunStart(
            "20261115-093000-live",
            "reviews",
            "0.1.0",
            "",
            Map.of(),
            List.of(),
            "ada",
            Optional.empty(),
            "csv reviews.csv",
            List.of(new RunStart.Node(0, "mood", "llm", "1", List.of(), "ab", Optional.empty(), Map.of())),
            List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "ab")));

    @TempDir
    private Path folder;

    @Test
    void followsARowUntilItHasEnded() throws Exception {
        try (StagedRuns runs = StagedRuns.open(folder);
                Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(RUN)) {
            recorder.awaitCommitted(recorder.record(List.of(
                    new LogEntry.RowRead(1, AT, "line 2", Optional.empty(), ROW, Optional.empty()),
                    new LogEntry.StateOpened(new LogEntry.StateKey(1, 0, 0, 1), AT))));
            try (Website site = runs.serve()) {
                String path = "/runs/" + RUN.runId() + "/rows/1";
                assertThat(runs.get(site, path).body())
                        .contains("id=\"life\" data-live=\"" + path + "\"", "in flight", "… in progress", ">mood<");
                assertThat(fragment(site.address().resolve(path)))
                        .contains("id=\"life\"")
                        .doesNotContain("<html", "<header");
                assertThat(runs.get(site, "/api" + path + "/proof").statusCode())
                        .isEqualTo(409);
                recorder.awaitCommitted(recorder.record(List.of(
                        new LogEntry.StateClosed(
                                new LogEntry.StateKey(1, 0, 0, 1),
                                AT,
                                AT.plusMillis(91),
                                new LogEntry.Waits(0, 0, 0, 0, 0, 80_000),
                                new LogEntry.Result.Passed(ROW, ROW.with("answer", "fine"))),
                        new LogEntry.OutcomeReached(
                                1,
                                0,
                                AT.plusMillis(95),
                                Outcome.COMPLETED,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("output"),
                                0,
                                0,
                                95_000))));
                assertThat(runs.get(site, path).body())
                        .contains("✓ completed in 91 ms", "⚑ completed", "+ added")
                        .doesNotContain("id=\"life\" data-live");
                recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty()));
                assertThat(runs.get(site, "/api" + path + "/proof").statusCode())
                        .isEqualTo(200);
            }
        }
    }

    private static String fragment(URI address) throws Exception {
        try (HttpClient browser = HttpClient.newHttpClient()) {
            return browser.send(
                            HttpRequest.newBuilder(address)
                                    .header("Authorization", "Bearer " + StagedRuns.TOKEN)
                                    .header("X-Rowan-Fragment", "1")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
