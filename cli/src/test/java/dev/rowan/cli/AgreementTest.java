package dev.rowan.cli;

import static dev.rowan.cli.RunFigures.amount;
import static dev.rowan.cli.RunFigures.map;
import static dev.rowan.cli.RunFigures.maps;
import static dev.rowan.cli.RunFigures.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One run in every view: it has realtime and batch calls, a retried answer, a lost reply,
/// rows that fail after several attempts, a model without a price, and two processes.
class AgreementTest {
    private static final int ROWS = AgreementStage.ROWS;

    @TempDir
    private Path folder;

    private AgreementStage stage;
    private Program program;

    @BeforeEach
    void start() throws Exception {
        stage = new AgreementStage(folder);
        program = stage.program;
    }

    @AfterEach
    void stop() throws IOException {
        stage.close();
    }

    @Test
    void everyViewOfARunShowsTheSameCountsCostsAndTimes() throws Exception {
        double exportedCost;
        double exportedUnpriced;
        double exportedRows;
        String run;
        Map<?, ?> summary;
        try (var first = new OtlpMetrics();
                var second = new OtlpMetrics()) {
            program.variable("OTEL_EXPORTER_OTLP_ENDPOINT", first.address());
            Map<?, ?> left = ended(6, "batch", "submit", "pipeline.yaml", "--json");
            run = String.valueOf(left.get("run"));
            checkWaiting(run, left);
            stage.endBatches();
            program.variable("OTEL_EXPORTER_OTLP_ENDPOINT", second.address());
            summary = ended(4, "batch", "watch", run, "--json");
            exportedCost = first.sum("rowan.cost") + second.sum("rowan.cost");
            exportedUnpriced = first.sum("rowan.unpriced_attempts") + second.sum("rowan.unpriced_attempts");
            exportedRows = first.sum("rowan.rows") + second.sum("rowan.rows");
        }
        Map<?, ?> status = program.run("status", run, "--json").json();
        RunFigures figures = totals(status);

        assertThat(number(status.get("calls"))).as("9 kinds, 6 moods, 6 notes").isEqualTo(21);
        assertThat(figures.attempts()).as("12 kinds, 6 moods, 6 notes").isEqualTo(24);
        assertThat(figures.unknown()).isEqualTo(1);
        assertThat(figures.unpriced()).isEqualTo(6);
        assertThat(figures.known()).isFalse();
        assertThat(figures.cost()).isPositive();
        assertThat(exportedCost).isCloseTo(figures.cost().doubleValue(), offset(1e-9));
        assertThat(exportedUnpriced).isEqualTo((double) figures.unpriced());
        assertThat(exportedRows).isEqualTo((double) ROWS);

        checkSummary(summary, status, figures);
        checkExplained(run, figures);
        checkExported(run, status, figures);
        checkServed(run, status, figures);
        checkShown(run);
        Program.Ran verified = program.run("verify", run);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    private Map<?, ?> ended(int code, String... arguments) throws JsonException {
        Program.Ran ran = program.run(arguments);
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        return ran.json();
    }

    private static RunFigures totals(Map<?, ?> run) {
        return new RunFigures(
                number(run.get("attempts")),
                number(map(run.get("attempts_by_state")).get("unknown")),
                number(run.get("input_tokens")),
                number(run.get("output_tokens")),
                amount(run.get("cost_usd")),
                Boolean.TRUE.equals(run.get("cost_known")),
                number(run.get("unpriced_attempts")));
    }

    /// While batches are running, summary and status show reserved and spent cost.
    private void checkWaiting(String run, Map<?, ?> summary) throws Exception {
        Map<?, ?> status = program.run("status", run, "--json").json();
        assertThat(amount(status.get("reserved_usd")))
                .isPositive()
                .isEqualByComparingTo(amount(summary.get("reserved_usd")));
        assertThat(amount(status.get("cost_usd"))).isPositive().isEqualByComparingTo(amount(summary.get("cost_usd")));
        assertThat(program.run("status", run).out())
                .containsPattern("cost +at most \\$[0-9.]+ and at most \\$[0-9.]+ more");
        assertThat(program.run("runs").out()).containsPattern("at most \\$[0-9.]+\n");
    }

    private void checkSummary(Map<?, ?> summary, Map<?, ?> status, RunFigures figures) throws Exception {
        assertThat(totals(summary)).as("the summary counts both processes").isEqualTo(figures);
        assertThat(status.get("outcomes")).isEqualTo(Map.of("completed", 6L, "failed", 2L));
        assertThat(amount(status.get("duration_seconds")).doubleValue()).isCloseTo(seconds(status), offset(1e-6));
        Map<?, ?> listed =
                maps(program.run("runs", "--json").json().get("runs")).getFirst();
        assertThat(listed.get("rows_per_second")).isNotNull();
        assertHolds("status", listed, status);
        assertHolds("summary", listed, summary);
    }

    /// Every field of `part` has the same value in `whole`, at any depth.
    private static void assertHolds(String path, @Nullable Object part, @Nullable Object whole) {
        if (part instanceof Map<?, ?> fields && whole instanceof Map<?, ?> all) {
            fields.forEach((key, value) -> {
                assertThat(all.containsKey(key)).as(path + "." + key).isTrue();
                assertHolds(path + "." + key, value, all.get(key));
            });
        } else if (part instanceof List<?> items && whole instanceof List<?> all && items.size() == all.size()) {
            for (int i = 0; i < items.size(); i++) {
                assertHolds(path + "[" + i + "]", items.get(i), all.get(i));
            }
        } else {
            assertThat(whole).as(path).isEqualTo(part);
        }
    }

    private static double seconds(Map<?, ?> status) {
        Instant started = Instant.parse(String.valueOf(status.get("started")));
        return Duration.between(started, Instant.parse(String.valueOf(status.get("ended"))))
                        .toNanos()
                / 1e9;
    }

    /// `explain` of all rows adds up, and `_error` in the sink counts the attempts that it shows.
    private void checkExplained(String run, RunFigures figures) throws Exception {
        var all = new ArrayList<RunFigures>();
        for (int row = 1; row <= ROWS; row++) {
            Map<?, ?> history = program.run("explain", run, "--row", String.valueOf(row), "--json")
                    .json();
            all.addAll(attempts(history));
        }
        assertThat(RunFigures.sum(all)).isEqualTo(figures);
        List<String> failed = Files.readAllLines(folder.resolve("out/failed.jsonl"));
        assertThat(failed).hasSize(2);
        for (String line : failed) {
            Map<?, ?> error = map(map(RowJson.readValue(line.getBytes(UTF_8))).get("_error"));
            Map<?, ?> history = program.run("explain", run, "--row", String.valueOf(error.get("row_seq")), "--json")
                    .json();
            assertThat(number(error.get("attempts")))
                    .as(line)
                    .isEqualTo(attempts(history).size());
        }
        assertThat(failed.get(0)).contains("\"attempts\":3", "\"status_code\":500");
        assertThat(failed.get(1)).contains("\"attempts\":1", "content_filtered");
        assertThat(program.run("explain", run, "--row", "6").out())
                .contains("cost unknown")
                .doesNotContain("$0 ");
        assertThat(program.run("explain", run, "--row", "3").out()).contains("unknown (reset)", "at most $");
    }

    private static List<RunFigures> attempts(Map<?, ?> history) {
        return maps(history.get("visits")).stream()
                .flatMap(visit -> maps(visit.get("calls")).stream())
                .flatMap(call -> maps(call.get("attempts")).stream())
                .map(RunFigures::attempt)
                .toList();
    }

    private void checkExported(String run, Map<?, ?> status, RunFigures figures) throws Exception {
        Map<?, ?> whole = exported(run, "runs").getFirst();
        assertThat(number(whole.get("attempts"))).isEqualTo(figures.attempts());
        assertThat(amount(whole.get("cost_usd"))).isEqualByComparingTo(figures.cost());
        assertThat(number(whole.get("unpriced_attempts"))).isEqualTo(figures.unpriced());
        assertThat(whole.get("cost_known")).isEqualTo(figures.known());
        assertThat(List.of(String.valueOf(whole.get("started")), String.valueOf(whole.get("ended"))))
                .isEqualTo(List.of(String.valueOf(status.get("started")), String.valueOf(status.get("ended"))));
        assertThat(RunFigures.sum(
                        exported(run, "calls").stream().map(RunFigures::attempt).toList()))
                .isEqualTo(figures);
        List<Map<?, ?>> rows = exported(run, "rows");
        assertThat(rows.stream().mapToLong(row -> number(row.get("attempts"))).sum())
                .isEqualTo(figures.attempts());
        assertThat(sum(rows)).isEqualByComparingTo(figures.cost());
        List<Map<?, ?>> nodes = exported(run, "costs");
        assertThat(sum(nodes)).isEqualByComparingTo(figures.cost());
        assertThat(nodes.getLast().get("cost_usd")).as("an unknown price").isNull();
        assertThat(number(nodes.getLast().get("unpriced_attempts"))).isEqualTo(figures.unpriced());
    }

    private List<Map<?, ?>> exported(String run, String what) throws Exception {
        var records = new ArrayList<Map<?, ?>>();
        for (String line :
                program.run("export", run, "--what", what).out().lines().toList()) {
            records.add(map(RowJson.readValue(line.getBytes(UTF_8))));
        }
        return records;
    }

    private static BigDecimal sum(List<Map<?, ?>> records) {
        return records.stream().map(record -> amount(record.get("cost_usd"))).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The API, the page and the metrics of `serve`.
    private void checkServed(String run, Map<?, ?> status, RunFigures figures) throws Exception {
        try (var site = new ServedSite(folder)) {
            String api = "/api/runs/" + run;
            assertHolds("status", site.json(api), status);
            assertHolds(
                    "runs",
                    maps(program.run("runs", "--json").json().get("runs")).getFirst(),
                    maps(site.json("/api/runs").get("runs")).getFirst());
            List<Map<?, ?>> nodes = maps(status.get("nodes"));
            assertThat(nodes.stream()
                            .mapToLong(node -> number(node.get("attempts")))
                            .sum())
                    .as("the transforms count calls in batches too, and those of both processes")
                    .isEqualTo(figures.attempts());
            assertThat(sum(nodes)).isEqualByComparingTo(figures.cost());
            Map<?, ?> jobs = program.run("batch", "list", run, "--json").json();
            assertThat(maps(jobs.get("jobs"))).isNotEmpty();
            assertHolds("jobs", jobs, site.json(api + "/jobs"));
            assertHolds("jobs of status", status.get("jobs"), jobs.get("jobs"));
            for (int row = 1; row <= ROWS; row++) {
                Map<?, ?> explained = program.run("explain", run, "--row", String.valueOf(row), "--json")
                        .json();
                Map<?, ?> served = site.json(api + "/rows/" + row);
                for (String key : List.of("run", "row_seq", "position", "row", "awaiting_results", "visits", "ends")) {
                    assertHolds("row " + row + " " + key, explained.get(key), served.get(key));
                }
            }
            checkPage(site.get("/runs/" + run), status);
            List<Map<?, ?>> rows = maps(site.json("/api/runs/" + run + "/rows").get("rows"));
            assertThat(rows.stream()
                            .mapToLong(row -> number(row.get("attempts")))
                            .sum())
                    .isEqualTo(figures.attempts());
            assertThat(sum(rows)).isEqualByComparingTo(figures.cost());
            assertThat(site.metric("rowan_cost_usd_total")).isEqualByComparingTo(figures.cost());
            assertThat(site.metric("rowan_attempts_total"))
                    .isEqualByComparingTo(BigDecimal.valueOf(figures.attempts()));
            assertThat(site.metric("rowan_unpriced_attempts_total"))
                    .isEqualByComparingTo(BigDecimal.valueOf(figures.unpriced()));
        }
    }

    /// The page formats the numbers of the API as the terminal does.
    private void checkPage(String page, Map<?, ?> status) {
        Usd cost = Usd.of(amount(status.get("cost_usd")));
        assertThat(page)
                .contains("at most " + Figures.dollars(cost.roundedUp()), " + unknown")
                .contains(Figures.seconds(amount(status.get("duration_seconds")).doubleValue()))
                .contains(Figures.count(number(status.get("rows_read"))));
        assertThat(program.run("status", String.valueOf(status.get("run"))).out())
                .contains("at most " + Figures.dollars(cost.roundedUp()))
                .contains(Figures.seconds(amount(status.get("duration_seconds")).doubleValue()));
    }

    /// The text on the terminal.
    private void checkShown(String run) {
        assertThat(program.run("status", run).out())
                .containsPattern("cost +at most \\$[0-9.]+ and unknown for 6 attempts without a price")
                .contains("is the worst case of 2 attempts whose cost is unknown");
        assertThat(program.run("runs").out()).containsPattern("at most \\$[0-9.]+ \\+ unknown");
    }
}
