package dev.rowan.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.web.jobs.JobActions.CannotAct;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of batch jobs over runs that the real engine made against the simulator.
@Tag("slow")
class JobsScreenTest {
    private static final int ROWS = 23;
    private static final String HOSTILE = "<script>alert(1)</script>\\\"'><img src=x onerror=alert(2)>";

    @TempDir
    private Path folder;

    private static String pipeline(String mode) {
        return """
                run: {name: moods}
                source: {plugin: jsonl, options: {path: rows.jsonl, id: n}}
                transforms:
                  - plugin: llm
                    name: mood
                    options:
                      model: openai/gpt-4o-mini
                      base_url: simulator
                      mode: batch
                      batch: {poll_interval: 1s, max_requests: 10}
                      user_prompt_template: "Which mood? {{ text }}"
                      output_key: mood
                      on_error: failed
                sinks:
                  output: {plugin: jsonl, options: {path: out.jsonl}}
                  failed: {plugin: jsonl, options: {path: failed.jsonl}}
                """.replace("mode: batch", mode);
    }

    private JobStage stage(String running, Stay stay) throws Exception {
        JobStage stage = JobStage.open(folder, Map.of("batch", Map.of("running", running)));
        stage.write(
                "rows.jsonl",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"lamp " + n + " " + HOSTILE + "\"}")
                        .toList());
        stage.run(pipeline("mode: batch"), stay);
        return stage;
    }

    @Test
    void theBoardShowsTheRecordedCounts() throws Exception {
        try (JobStage stage = stage("10ms", Stay.UNTIL_DONE).serve(Optional.empty())) {
            Map<?, ?> board = stage.json("/api/runs/latest/jobs");
            assertThat(board.get("adds_up")).isEqualTo(true);
            long items = 0;
            for (Object each : JobStage.list(board, "jobs")) {
                Map<?, ?> job = (Map<?, ?>) each;
                Map<?, ?> counts = job.get("items_by_end") instanceof Map<?, ?> map ? map : Map.of();
                assertThat(counts.values().stream()
                                .mapToLong(count -> (Long) count)
                                .sum())
                        .isEqualTo(job.get("items"));
                assertThat(counts.get("succeeded"))
                        .isEqualTo(stage.number(
                                "SELECT count(*) FROM call_end WHERE state = 'answered' AND job = " + job.get("job")));
                items += Long.parseLong(String.valueOf(job.get("items")));
            }
            assertThat(items)
                    .isEqualTo(stage.number("SELECT count(*) FROM call_intent WHERE job IS NOT NULL"))
                    .isEqualTo(ROWS);
            HttpResponse<String> page = stage.get("/runs/latest/jobs");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("the counts add up", "10 items = 10 answered", "3 items = 3 answered", "Settled", "Held")
                    .doesNotContain("do not add up");
        }
    }

    @Test
    void showsAMismatchOfCounts() throws Exception {
        try (JobStage stage = stage("10ms", Stay.UNTIL_DONE).serve(Optional.empty())) {
            stage.tamper("DELETE FROM call_end WHERE event_id = (SELECT min(event_id) FROM call_end WHERE job = 1)");
            assertThat(stage.json("/api/runs/latest/jobs").get("adds_up")).isEqualTo(false);
            assertThat(stage.get("/runs/latest/jobs").body()).contains("The counts do not add up", "role=\"alert\"");
            assertThat(stage.get("/runs/latest/jobs/1").body())
                    .contains("it is settled, and 1 of its items have no end on record", "the counts do not add up");
            assertThat(stage.get("/runs/latest/jobs/2").body()).contains("the counts add up");
        }
    }

    @Test
    void aJobShowsItsStepsRowsAndFiles() throws Exception {
        try (JobStage stage = stage("10ms", Stay.UNTIL_DONE).serve(Optional.empty())) {
            String page = stage.get("/runs/latest/jobs/1").body();
            assertThat(page)
                    .contains(
                            "class=\"timeline\"", "create_intent", "downloaded", "/rows/", "requests.jsonl", "Download")
                    .contains("None: the job is settled.");
            Map<?, ?> job = stage.json("/api/runs/latest/jobs/1?end=succeeded");
            assertThat((List<?>) job.get("rows")).hasSize(10);
            assertThat((List<?>)
                            stage.json("/api/runs/latest/jobs/1?end=expired").get("rows"))
                    .isEmpty();
            assertThat((List<?>) stage.json("/api/runs/latest/jobs/1?from=7").get("rows"))
                    .hasSize(3);
            assertThat(stage.get("/runs/latest/jobs/99").statusCode()).isEqualTo(404);
            assertThat(stage.get("/runs/latest/jobs/1?end=nothing").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void servesOnlyFilesThatMatchTheRecordAndAreInTheirFolder() throws Exception {
        try (JobStage stage = stage("10ms", Stay.UNTIL_DONE).serve(Optional.empty())) {
            Path file;
            try (var files = Files.walk(folder.resolve("artifacts"))) {
                file = files.filter(path -> path.endsWith("1/openai/results.jsonl"))
                        .findFirst()
                        .orElseThrow();
            }
            HttpResponse<String> given = stage.get("/runs/latest/jobs/1/files/results.jsonl");
            assertThat(given.body()).isEqualTo(Files.readString(file));
            assertThat(given.headers().firstValue("content-disposition").orElse(""))
                    .startsWith("attachment");
            Files.writeString(file, "{}\n");
            assertThat(stage.get("/runs/latest/jobs/1/files/results.jsonl").statusCode())
                    .isEqualTo(409);
            Path outside = Files.writeString(folder.resolve("elsewhere.jsonl"), "secret");
            Files.delete(file);
            Files.createSymbolicLink(file, outside);
            assertThat(stage.get("/runs/latest/jobs/1/files/results.jsonl").statusCode())
                    .isEqualTo(404);
            assertThat(stage.get("/runs/latest/jobs/1/files/..%2F..%2Felsewhere.jsonl")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aReadOnlyPageSaysSoAndRefusesDecisions() throws Exception {
        try (JobStage stage = stage("10m", Stay.UNTIL_SUBMITTED).serve(Optional.empty())) {
            assertThat(stage.get("/runs/latest/jobs/1").body())
                    .contains("This page is read-only")
                    .doesNotContain("data-api");
            assertThat(stage.post("/api/runs/latest/jobs/1/cancel", "{}").statusCode())
                    .isEqualTo(403);
            assertThat(stage.get("/api/runs/latest/jobs/1/cancel").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void longDecisionsRunInTheBackgroundAndTheirResultIsShown() throws Exception {
        var started = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        JobActions slow = decision -> {
            started.countDown();
            end.await();
            throw new CannotAct("run " + decision.runId() + " is held by <b>pid 7</b>");
        };
        try (JobStage stage = stage("10m", Stay.UNTIL_SUBMITTED).serve(Optional.of(slow))) {
            assertThat(stage.get("/runs/latest/jobs/1").body()).contains("data-confirm", "Cancel job 1");
            HttpResponse<String> taken = stage.post("/api/runs/latest/jobs/1/cancel", "{}");
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            started.await();
            assertThat(stage.get("/runs/latest/jobs/1").body()).contains("Resuming the run to apply it");
            HttpResponse<String> second = stage.post("/api/runs/latest/jobs/2/cancel", "{}");
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.body()).contains("still working on job 1");
            end.countDown();
            String page = stage.get("/runs/latest/jobs/1").body();
            while (page.contains("Resuming the run")) {
                page = stage.get("/runs/latest/jobs/1").body();
            }
            assertThat(page).contains("Failed: ", "&lt;b&gt;pid 7&lt;/b&gt;").doesNotContain("<b>pid 7");
        }
    }

    @Test
    void refusesDecisionsThatDoNotApply() throws Exception {
        JobActions never = _ -> {
            throw new AssertionError("nothing may be done");
        };
        try (JobStage stage = stage("10m", Stay.UNTIL_SUBMITTED).serve(Optional.of(never))) {
            HttpResponse<String> adopted = stage.post("/api/runs/latest/jobs/1/adopt", "{\"batch_id\":\"batch_x\"}");
            assertThat(adopted.statusCode()).isEqualTo(409);
            assertThat(adopted.body()).contains("only a job that is held is adopted for");
            assertThat(stage.post("/api/runs/latest/jobs/1/retry", "{}").statusCode())
                    .isEqualTo(409);
            assertThat(stage.post("/api/runs/latest/jobs/1/resubmit", "{}").statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void showsHostileFactsAsText() throws Exception {
        try (JobStage stage = stage("10ms", Stay.UNTIL_DONE).serve(Optional.empty())) {
            stage.tamper(
                    "UPDATE batch_job SET facts = replace(replace(facts, '\"openai\"',"
                            + " '\"../../<script>alert(1)</script>\"'), '\"gpt-4o-mini\"', '\"<img src=x onerror=alert(1)>\"')");
            for (String path : List.of("/runs/latest/jobs", "/runs/latest/jobs/1")) {
                HttpResponse<String> page = stage.get(path);
                assertThat(page.statusCode()).isEqualTo(200);
                assertThat(page.body())
                        .contains("&lt;script&gt;alert(1)", "&lt;img src=x")
                        .doesNotContain("<script>alert", "<img");
            }
        }
    }
}
