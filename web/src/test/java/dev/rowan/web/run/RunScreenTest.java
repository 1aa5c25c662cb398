package dev.rowan.web.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RecordedHistory;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.Sample;
import dev.rowan.testkit.FixedTransformPlugin;
import dev.rowan.web.site.MadeRuns;
import dev.rowan.web.site.Site;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RunScreenTest {
    private static final int MAX_SAMPLES = 1_200;
    private static final String EVIL = "<img src=x onerror=alert(1)>\"'`</svg>";

    @TempDir
    private Path folder;

    private static Map<?, ?> map(Map<?, ?> json, String name) {
        return (Map<?, ?>) java.util.Objects.requireNonNull(json.get(name));
    }

    private static LogEntry.RunNoted note(int second, Sample sample) {
        return new LogEntry.RunNoted(Sample.NOTE, Instant.now().plusSeconds(second), sample.facts());
    }

    @Test
    void showsTheFiguresOfTheJson() throws Exception {
        String run = MadeRuns.calling(folder, 70).runId();
        try (Site site = Site.over(folder)) {
            Map<?, ?> json = site.json("/api/runs/" + run);
            String page = site.page("/runs/" + run);

            assertThat(json.get("rows_ended")).isEqualTo(70L);
            assertThat(json.get("status")).isEqualTo("completed");
            Map<?, ?> ask = Site.list(json, "nodes").get(1);
            assertThat(ask.get("node")).isEqualTo("llm");
            assertThat(ask.get("answered")).isEqualTo(63L);
            assertThat(map(json, "latency").get("answers")).isEqualTo(63L);
            assertThat(page)
                    .contains("of 70<", ">63<", "of at most $5")
                    .contains("/runs/" + run + "/rows?outcome=blocked", "/runs/" + run + "/rows?reason=blocked_content")
                    .contains("Latency of answers", "Wait times", "Rate limit")
                    .contains("id=\"run-live\" data-live=\"/runs/" + run + "\" data-every=\"0\"")
                    .doesNotContain("data-api=", "NaN", "null");
            assertThat(new java.math.BigDecimal(String.valueOf(json.get("cost_usd"))))
                    .isPositive()
                    .satisfies(spent -> assertThat(page).contains(Figures.dollars(dev.rowan.api.call.Usd.of(spent))));
        }
    }

    @Test
    void findsARunByPartOfItsIdOrAnswersNotFound() throws Exception {
        String run = MadeRuns.noted(folder, "20261115-101010-aaaa", "old", List.of());
        try (Site site = Site.over(folder)) {
            assertThat(site.json("/api/runs/20261115").get("run")).isEqualTo(run);
            assertThat(site.json("/api/runs/latest").get("run")).isEqualTo(run);
            assertThat(site.get("/runs/nowhere").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void showsANoticeWhenARunHasNoSamples() throws Exception {
        String run = MadeRuns.noted(folder, "20261115-101010-aaaa", "old", List.of());
        try (Site site = Site.over(folder)) {
            assertThat(site.page("/runs/" + run))
                    .contains("No samples recorded")
                    .doesNotContain("Wait times");
        }
    }

    @Test
    void updatesWhileTheRunIsRunning() throws Exception {
        var gate = new CountDownLatch(1);
        var passed = new AtomicInteger();
        RowTransform slow = (row, _) -> {
            if (passed.incrementAndGet() > 20) {
                gate.await();
            }
            return TransformResult.success(row);
        };
        Path rows = MadeRuns.rows(folder, 60);
        try (var scope = CallScope.open("test-run")) {
            var running = scope.fork(() -> PipelineBuilder.named("slow")
                    .run("window", 10)
                    .run("order", "none")
                    .source("jsonl", Map.of("path", rows.toString()))
                    .plugin(new FixedTransformPlugin("slow", slow, Set.<Capability>of()))
                    .transform("slow", Map.of())
                    .sink(
                            "output",
                            "jsonl",
                            Map.of("path", folder.resolve("o.jsonl").toString()))
                    .run(MadeRuns.url(folder)));
            while (passed.get() <= 20 && !running.isDone()) {
                Thread.onSpinWait();
            }
            try (Site site = Site.over(folder)) {
                Map<?, ?> json = site.json("/api/runs/latest");
                while (!Long.valueOf(20).equals(json.get("rows_ended"))
                        || Site.list(json, "nodes").isEmpty()) {
                    json = site.json("/api/runs/latest");
                }
                String page = site.page("/runs/latest");
                assertThat(json.get("status")).isEqualTo("running");
                assertThat(page)
                        .contains("data-live=\"/runs/" + json.get("run") + "\"", "id=\"control\"", ">20<")
                        .contains("/api/runs/" + json.get("run") + "/orders");
                String fragment = site.fragment("/runs/latest");
                assertThat(fragment).startsWith("<div id=\"run-live\"").doesNotContain("<html");
                assertThat(page.indexOf("id=\"control\""))
                        .as("controls stand above the charts")
                        .isBetween(0, page.indexOf("cards charts"));
                assertThat(site.page("/runs/latest/head"))
                        .contains("running", "data-every=\"3\"", "data-state=\"running 0\"");

                gate.countDown();
                running.get();

                Map<?, ?> done = site.json("/api/runs/latest");
                assertThat(done.get("rows_ended")).isEqualTo(60L);
                assertThat(Site.list(done, "nodes").getFirst().get("visits")).isEqualTo(60L);
                assertThat(site.fragment("/runs/latest"))
                        .contains(">60<", "data-every=\"0\"")
                        .doesNotContain("id=\"control\"");
                assertThat(site.page("/runs/latest/head"))
                        .contains("completed", "data-every=\"3\"", "data-state=\"completed 0\"");
            } finally {
                gate.countDown();
            }
        }
    }

    @Test
    void showsRateLimitChangesWithReasonsAndOperatorChanges() throws Exception {
        String run = MadeRuns.noted(
                folder,
                "20261115-101010-aaaa",
                "tuned",
                List.of(
                        note(1, MadeRuns.sample(100, "ask", "https://service.test", Map.of())),
                        new LogEntry.RunNoted(
                                "limit_changed",
                                Instant.now().plusSeconds(2),
                                Map.of("service", "https://service.test", "from", 80.0, "to", 40.0, "why", "refused")),
                        new LogEntry.RunNoted(
                                "tuned",
                                Instant.now().plusSeconds(2),
                                Map.of("order", "pool_size", "operator", "ada", "node", "ask", "from", 8L, "to", 16L)),
                        note(3, MadeRuns.sample(400, "ask", "https://service.test", Map.of("api_error", 4L)))));
        try (Site site = Site.over(folder)) {
            assertThat(site.page("/runs/" + run))
                    .contains("80/s → 40/s: rate-limited (429)")
                    .contains("pool size", "ada", ">8<", ">16<")
                    .contains("4 rows: ");
            Map<?, ?> json = site.json("/api/runs/" + run);
            assertThat(Site.list(json, "limit_changes").getFirst().get("why")).isEqualTo("refused");
            assertThat(Site.list(json, "changes").getFirst().get("to")).isEqualTo("16");
            assertThat(Site.list(json, "problems").getFirst().get("rows")).isEqualTo(4L);
        }
    }

    @Test
    void returnsOnlyTheSamplesAfterAnEvent() throws Exception {
        var notes = new ArrayList<LogEntry.RunNoted>();
        for (int i = 1; i <= 5; i++) {
            notes.add(note(i, MadeRuns.sample(i, "ask", "https://service.test", Map.of())));
        }
        String run = MadeRuns.noted(folder, "20261115-101010-aaaa", "x", notes);
        try (Site site = Site.over(folder)) {
            Map<?, ?> all = site.json("/api/runs/" + run + "/samples");
            assertThat(Site.list(all, "samples")).hasSize(5);
            Object third = Site.list(all, "samples").get(2).get("event");
            Map<?, ?> later = site.json("/api/runs/" + run + "/samples?after=" + third);
            assertThat(Site.list(later, "samples"))
                    .extracting(one -> String.valueOf(map(one, "sample").get("rows_ended")))
                    .containsExactly("4", "5");
            assertThat(Site.list(site.json("/api/runs/" + run + "/samples?after=" + later.get("next")), "samples"))
                    .isEmpty();
            assertThat(site.get("/api/runs/" + run + "/samples?after=soon").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void keepsHostileNamesAndReasonsAsText() throws Exception {
        String run = MadeRuns.noted(
                folder,
                "20261115-101010-aaaa",
                EVIL,
                List.of(
                        note(1, MadeRuns.sample(100, EVIL, EVIL, Map.of(EVIL, 3L))),
                        new LogEntry.RunNoted(
                                "limit_changed",
                                Instant.now(),
                                Map.of("service", EVIL, "from", EVIL, "to", 40.0, "why", EVIL)),
                        new LogEntry.RunNoted(
                                "tuned",
                                Instant.now(),
                                Map.of("order", EVIL, "operator", EVIL, "node", EVIL, "from", EVIL, "to", EVIL)),
                        note(2, MadeRuns.sample(200, EVIL, EVIL, Map.of(EVIL, 9L)))));
        try (Site site = Site.over(folder)) {
            for (String path : List.of("/runs/" + run, "/", "/runs/" + run + "/record", "/runs/" + run + "/head")) {
                String page = site.page(path);
                assertThat(page).as(path).contains("&lt;img src=x").doesNotContain("<img", "onerror=alert(1)>");
            }
        }
    }

    @Test
    void thinsALongRunAndKeepsItsEnds() throws Exception {
        var notes = new ArrayList<LogEntry.RunNoted>();
        int all = MAX_SAMPLES * 3;
        for (int i = 1; i <= all; i++) {
            notes.add(note(i, MadeRuns.sample(i, "ask", "https://service.test", Map.of())));
        }
        String run = MadeRuns.noted(folder, "20261115-101010-aaaa", "long", notes);
        try (var reader = dev.rowan.landscape.open.Landscapes.read("sqlite:rowan.db", folder)) {
            RecordedHistory history = new Histories().read(reader, reader.runs().summary(run));
            assertThat(history.samples()).hasSizeBetween(MAX_SAMPLES / 2, MAX_SAMPLES);
            assertThat(history.samples().getFirst().sample().rowsEnded()).isEqualTo(1);
            assertThat(history.last().orElseThrow().sample().rowsEnded()).isEqualTo(all);
        }
        try (Site site = Site.over(folder)) {
            assertThat(site.page("/runs/" + run).length()).isLessThan(150_000);
        }
    }
}
