package dev.rowan.web.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.verify.RowProof;
import dev.rowan.web.serve.Website;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Pages of rows that the real engine ran against a simulator, over HTTP.
@Timeout(120)
class RowScreenTest {
    private static final String EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
    private static final String PIPELINE = """
            run: {name: reviews}
            source: {plugin: csv, options: {path: reviews.csv, id: id, on_error: unreadable}}
            transforms:
              - plugin: azure_content_safety
                name: safety
                options:
                  endpoint: "${AZURE_CONTENT_SAFETY_ENDPOINT}"
                  fields: text
                  thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}
                  on_error: blocked
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  base_url: "${OPENAI_BASE_URL}"
                  user_prompt_template: "positive, negative or neutral? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  retry: {max_attempts: 2, initial_delay: 1ms, max_delay: 1ms}
                  on_error: failed
              - plugin: truncate
                options: {fields: text, max_chars: 60, suffix: "…"}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
              unreadable: {plugin: jsonl, options: {path: unreadable.jsonl}}
            """;
    private static final String REVIEWS = """
            id,text
            1,I love it
            2,I will kill you
            3,it came broken [[status:500]]
            4,too,many
            5,"<script>alert(1)</script>""'><img src=x onerror=alert(2)>, and a text that is much longer than it may be"
            """;

    @TempDir
    private Path folder;

    private StagedRuns runs;

    @BeforeEach
    void open() throws Exception {
        runs = StagedRuns.open(folder);
    }

    @AfterEach
    void close() throws Exception {
        runs.close();
    }

    private String reviews() throws Exception {
        runs.write("reviews.csv", REVIEWS);
        return runs.run(PIPELINE);
    }

    private String page(Website site, String run, long row) throws Exception {
        HttpResponse<String> reply = runs.get(site, "/runs/" + run + "/rows/" + row);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return reply.body();
    }

    @Test
    void showsThePathOfACompletedRow() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            String page = page(site, run, 1);
            assertThat(page)
                    .contains("✓ completed in ", "⚑ completed", "not visited")
                    .contains("+ added", "gpt-4o-mini", "Authorization: [secret]", "tokens in")
                    .contains("Row 2 ›", "Download the proof")
                    .doesNotContain("‹ Row 0", StagedRuns.KEY);
            assertThat(runs.get(site, "/runs/latest/rows/1?list=outcome%3Dfailed")
                            .body())
                    .contains("href=\"/runs/" + run + "/rows?outcome=failed\"", "?list=outcome%3Dfailed");
            assertThat(runs.get(site, "/runs/latest/rows/1?list=%22%3E%3Cscript%3E")
                            .body())
                    .doesNotContain("<script>");
            assertThat(runs.get(site, "/runs/" + run + "/rows/77").body())
                    .contains("has no row 77; it has read 5 rows so far");
        }
    }

    @Test
    void showsWhyARowFailed() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            assertThat(page(site, run, 2))
                    .contains("✗ blocked: ", "violence", "in sink &#39;blocked&#39;")
                    .containsOnlyOnce("id=\"visit-p0-n0-a1\"")
                    .doesNotContain("visit-p0-n1");
            assertThat(page(site, run, 3))
                    .contains("Attempt 2", "rejected 500", "in sink &#39;failed&#39;", "✗ failed: ", ", 2 attempts");
            assertThat(page(site, run, 4))
                    .contains("✗ unreadable", "expected 2 fields, found 3", "4,too,many", "quarantined");
        }
    }

    @Test
    void showsHostileValuesOfRowsAsText() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            String page = page(site, run, 5);
            assertThat(page)
                    .contains("~ changed", "&lt;script&gt;alert(1)&lt;/script&gt;", "<del>", "<ins>")
                    .doesNotContain("<script>alert", "<img");
            HttpResponse<String> whole = runs.get(site, "/api/runs/" + run + "/rows/5/payload/p0-n2-a1-in?field=text");
            assertThat(whole.body()).startsWith(EVIL).endsWith("longer than it may be");
            assertThat(whole.headers().map())
                    .containsEntry("content-type", List.of("text/plain; charset=utf-8"))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .containsEntry(
                            "content-disposition", List.of("attachment; filename=\"row-5-p0-n2-a1-in-text.txt\""));
            assertThat(runs.get(site, "/api/runs/" + run + "/rows/5/payload/p0-n2-a1-g0c1-request")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void cutsLongValuesAndServesThemWhole() throws Exception {
        String text = "x".repeat(100_000);
        runs.write("reviews.csv", "id,text\n1," + text + "\n");
        String run = runs.run("""
                source: {plugin: csv, options: {path: reviews.csv}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        try (Website site = runs.serve()) {
            assertThat(page(site, run, 1)).contains("of 100,000 characters").doesNotContain("x".repeat(70_000));
            assertThat(runs.get(site, "/api/runs/" + run + "/rows/1/payload/read?field=text")
                            .body())
                    .isEqualTo(text);
        }
    }

    @Test
    void givesAProofThatTheCheckerAccepts() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            HttpResponse<String> reply = runs.get(site, "/api/runs/" + run + "/rows/3/proof");
            RowProof proof = RowProof.parse(reply.body().getBytes(StandardCharsets.UTF_8));
            assertThat(proof.fault(Optional.empty(), Optional.empty())).isEmpty();
            assertThat(proof.row()).isEqualTo(3);
            assertThat(page(site, run, 3)).contains(proof.head().root());
            RowProof other = RowProof.parse(
                    runs.get(site, "/api/runs/" + run + "/rows/1/proof").body().getBytes(StandardCharsets.UTF_8));
            assertThat(new RowProof(run, 3, proof.head(), proof.seal(), other.events())
                            .fault(Optional.empty(), Optional.empty()))
                    .isPresent();
            assertThat(runs.get(site, "/api/runs/" + run + "/rows/99/proof").statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void givesACurlLineThatRuns() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            for (long row : List.of(1L, 5L)) {
                for (int visit : List.of(0, 1)) {
                    String line = curl(
                                    runs.get(site, "/api/runs/" + run + "/rows/" + row)
                                            .body(),
                                    visit)
                            .replace("\"$SIMULATOR\"", "'" + runs.simulator() + "'");
                    Process bash = new ProcessBuilder("bash", "-c", line + " -w ' status %{http_code}'").start();
                    String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(text).as(line).endsWith(" status 401");
                    var with = new ProcessBuilder("bash", "-c", line + " -w ' status %{http_code}'");
                    with.environment().put("OPENAI_API_KEY", "any");
                    with.environment().put("AZURE_CONTENT_SAFETY_KEY", "any");
                    text = new String(with.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(text).as(line).endsWith(" status 200");
                }
            }
        }
    }

    private static String curl(String json, int visit) throws Exception {
        Map<String, @Nullable Object> life =
                RowJson.readRow(json.getBytes(StandardCharsets.UTF_8)).asMap();
        return life.get("visits") instanceof List<?> visits
                        && visits.get(visit) instanceof Map<?, ?> visited
                        && visited.get("calls") instanceof List<?> calls
                        && calls.getFirst() instanceof Map<?, ?> call
                ? String.valueOf(call.get("curl"))
                : "no call in " + json;
    }

    @Test
    void showsASplitRow() throws Exception {
        runs.write("reviews.csv", "id,text\n1,one two three\n");
        String run = runs.run("""
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - {plugin: splitter}
                  - {plugin: truncate, options: {fields: text, max_chars: 2}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        try (Website site = runs.serve()) {
            assertThat(page(site, run, 1))
                    .contains("Became 3 rows.", "Row 3 of 3", "3 parts", "id=\"visit-p2-n1-a1\"", "Part 2 ");
            assertThat(runs.get(site, "/runs/" + run + "/rows/1?part=1").body())
                    .contains("visit-p1-n1-a1")
                    .doesNotContain("id=\"visit-p2-n1-a1\"");
        }
    }

    @Test
    void staysShortForARowSplitIntoMany() throws Exception {
        runs.write("reviews.csv", "id,text\n1," + "word ".repeat(300).strip() + "\n");
        String run = runs.run("""
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - {plugin: splitter}
                  - {plugin: truncate, options: {fields: text, max_chars: 2}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        try (Website site = runs.serve()) {
            assertThat(page(site, run, 1))
                    .contains("The first 100 of 301 visits", "And 280 more parts.", "300 parts")
                    .hasSizeLessThan(300_000);
        }
    }

    @Test
    @Tag("slow")
    void showsARowThatAwaitsABatch() throws Exception {
        runs.write("reviews.csv", "id,text\n1,I love it\n");
        String yaml = """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - plugin: llm
                    options:
                      model: simulator/chat
                      mode: batch
                      batch: {poll_interval: 1s}
                      user_prompt_template: "positive, negative or neutral? {{ text }}"
                      output_key: mood
                      max_tokens: 16
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """;
        String left = runs.run(yaml, new BatchOptions(BatchOptions.Stay.UNTIL_SUBMITTED, List.of(), false, false));
        String done = runs.run(yaml.replace("out.jsonl", "done.jsonl"));
        try (Website site = runs.serve()) {
            assertThat(page(site, left, 1))
                    .contains("awaiting results", "⏸ awaiting results", "rowan resume " + left)
                    .contains("href=\"/runs/" + left + "/jobs/1\"", ", item 0");
            assertThat(page(site, done, 1))
                    .contains("answered 200", "batch job 1")
                    .doesNotContain("awaiting");
        }
    }

    @Test
    void showsTheHistoryOfARowWithDeletedValues() throws Exception {
        String run = reviews();
        try (Website site = runs.serve()) {
            purge(new PurgeSelection.OneRow(run, 1));
            assertThat(page(site, run, 1))
                    .contains(
                            "The values of this row were deleted on ",
                            "✓ completed in ",
                            "Request: not recorded.",
                            "answered 200")
                    .doesNotContain("I love it", "Values unchanged", "curl-");
            assertThat(page(site, run, 2)).contains("I will kill you");
            assertThat(runs.get(site, "/api/runs/" + run + "/rows/1/payload/read")
                            .statusCode())
                    .isEqualTo(404);
            purge(new PurgeSelection.WholeRun(run));
            assertThat(page(site, run, 2))
                    .contains(
                            "The values of this row were deleted",
                            "⚑ blocked",
                            ">safety<",
                            "; reason content_safety_violation.")
                    .doesNotContain("I will kill you");
            assertThat(page(site, run, 4))
                    .contains("The values of this row were deleted")
                    .doesNotContain("4,too,many");
            RowProof proof = RowProof.parse(
                    runs.get(site, "/api/runs/" + run + "/rows/2/proof").body().getBytes(StandardCharsets.UTF_8));
            assertThat(proof.fault(Optional.empty(), Optional.empty())).isEmpty();
        }
    }

    private void purge(PurgeSelection selection) {
        try (Purge purge = Purge.open("sqlite:rowan.db", folder, new SystemTime())) {
            purge.plan(selection, false).forEach(planned -> purge.delete(planned, selection, "ada"));
        }
    }
}
