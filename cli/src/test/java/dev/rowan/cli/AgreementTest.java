package dev.rowan.cli;

import static dev.rowan.cli.RunFigures.amount;
import static dev.rowan.cli.RunFigures.map;
import static dev.rowan.cli.RunFigures.maps;
import static dev.rowan.cli.RunFigures.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One run, looked at from everywhere: it has calls in real time and in batches, an answer that is asked for again, a
/// lost reply, rows that fail after several attempts, a model without a price, and two processes.
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
        double toldCost;
        double toldUnpriced;
        double toldRows;
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
            toldCost = first.sum("rowan.cost") + second.sum("rowan.cost");
            toldUnpriced = first.sum("rowan.unpriced_attempts") + second.sum("rowan.unpriced_attempts");
            toldRows = first.sum("rowan.rows") + second.sum("rowan.rows");
        }
        Map<?, ?> status = program.run("status", run, "--json").json();
        Map<?, ?> calls = map(status.get("calls"));
        RunFigures figures = totals(calls);

        assertThat(number(calls.get("calls"))).as("9 kinds, 6 moods, 6 notes").isEqualTo(21);
        assertThat(figures.attempts()).as("12 kinds, 6 moods, 6 notes").isEqualTo(24);
        assertThat(figures.unknown()).isEqualTo(1);
        assertThat(figures.unpriced()).isEqualTo(6);
        assertThat(figures.known()).isFalse();
        assertThat(figures.cost()).isPositive();
        assertThat(toldCost).isCloseTo(figures.cost().doubleValue(), offset(1e-9));
        assertThat(toldUnpriced).isEqualTo((double) figures.unpriced());
        assertThat(toldRows).isEqualTo((double) ROWS);

        checkSummary(summary, status, figures);
        checkExplained(run, figures);
        checkExported(run, status, figures);
        checkServed(run, status, figures);
        checkShown(run);
        Program.Ran verified = program.run("verify", run);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    private Map<?, ?> ended(int code, String... words) throws JsonException {
        Program.Ran ran = program.run(words);
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        return ran.json();
    }

    private static RunFigures totals(Map<?, ?> calls) {
        Map<?, ?> states = map(calls.get("attempts"));
        long ended = states.values().stream().mapToLong(RunFigures::number).sum();
        return new RunFigures(
                ended + number(calls.get("open")),
                number(states.get("unknown")),
                number(calls.get("input_tokens")),
                number(calls.get("output_tokens")),
                amount(calls.get("cost_usd")),
                Boolean.TRUE.equals(calls.get("cost_known")),
                number(calls.get("unpriced_attempts")));
    }

    /// While batches are under way: what is reserved stands beside what is spent, in the summary and the status.
    private void checkWaiting(String run, Map<?, ?> summary) throws Exception {
        Map<?, ?> status = map(program.run("status", run, "--json").json().get("calls"));
        Map<?, ?> calls = map(summary.get("calls"));
        assertThat(amount(status.get("reserved_usd")))
                .isPositive()
                .isEqualByComparingTo(amount(calls.get("reserved_usd")));
        assertThat(amount(status.get("cost_usd"))).isPositive().isEqualByComparingTo(amount(calls.get("cost_usd")));
        assertThat(program.run("status", run).out())
                .containsPattern("cost +at most \\$[0-9.]+ and at most \\$[0-9.]+ more");
        assertThat(program.run("runs").out()).containsPattern("at most \\$[0-9.]+\n");
    }

    private void checkSummary(Map<?, ?> summary, Map<?, ?> status, RunFigures figures) throws Exception {
        Map<?, ?> calls = map(summary.get("calls"));
        assertThat(new RunFigures(
                        number(calls.get("attempts")),
                        number(calls.get("unknown")),
                        number(calls.get("input_tokens")),
                        number(calls.get("output_tokens")),
                        amount(calls.get("cost_usd")),
                        Boolean.TRUE.equals(calls.get("cost_known")),
                        number(calls.get("unpriced_attempts"))))
                .as("the summary tells of both processes")
                .isEqualTo(figures);
        assertThat(summary.get("outcomes"))
                .isEqualTo(status.get("outcomes"))
                .isEqualTo(Map.of("completed", 6L, "failed", 2L));
        assertThat(summary.get("reasons")).isEqualTo(status.get("reasons"));
        assertThat(amount(summary.get("seconds")).doubleValue()).isCloseTo(seconds(status), offset(1e-6));
        Map<?, ?> listed =
                maps(program.run("runs", "--json").json().get("runs")).getFirst();
        for (String key : List.of("calls", "outcomes", "reasons", "started", "ended", "rows_read", "rows_ended")) {
            assertThat(listed.get(key)).as(key).isEqualTo(status.get(key));
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
            Map<?, ?> story = program.run("explain", run, "--row", String.valueOf(row), "--json")
                    .json();
            all.addAll(attempts(story));
        }
        assertThat(RunFigures.sum(all)).isEqualTo(figures);
        List<String> failed = Files.readAllLines(folder.resolve("out/failed.jsonl"));
        assertThat(failed).hasSize(2);
        for (String line : failed) {
            Map<?, ?> error = map(map(RowJson.readValue(line.getBytes(UTF_8))).get("_error"));
            Map<?, ?> story = program.run("explain", run, "--row", String.valueOf(error.get("row_seq")), "--json")
                    .json();
            assertThat(number(error.get("attempts")))
                    .as(line)
                    .isEqualTo(attempts(story).size());
        }
        assertThat(failed.get(0)).contains("\"attempts\":3", "\"status_code\":500");
        assertThat(failed.get(1)).contains("\"attempts\":1", "content_filtered");
        assertThat(program.run("explain", run, "--row", "6").out())
                .contains("cost unknown")
                .doesNotContain("$0 ");
        assertThat(program.run("explain", run, "--row", "3").out()).contains("unknown (reset)", "at most $");
    }

    private static List<RunFigures> attempts(Map<?, ?> story) {
        return maps(story.get("visits")).stream()
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
            Map<?, ?> told = site.json("/api/runs/" + run);
            assertThat(number(told.get("calls")))
                    .isEqualTo(number(map(status.get("calls")).get("calls")));
            assertThat(number(told.get("attempts"))).isEqualTo(figures.attempts());
            assertThat(amount(told.get("spent_usd"))).isEqualByComparingTo(figures.cost());
            assertThat(number(told.get("unpriced_attempts"))).isEqualTo(figures.unpriced());
            assertThat(told.get("cost_known")).isEqualTo(figures.known());
            assertThat(List.of(told.get("started"), told.get("ended")))
                    .isEqualTo(List.of(status.get("started"), status.get("ended")));
            assertThat(amount(told.get("took")).doubleValue()).isCloseTo(seconds(status), offset(1e-6));
            List<Map<?, ?>> nodes = maps(told.get("nodes"));
            assertThat(nodes.stream()
                            .mapToLong(node -> number(node.get("attempts")))
                            .sum())
                    .as("the transforms count calls in batches too, and those of both processes")
                    .isEqualTo(figures.attempts());
            assertThat(sum(nodes)).isEqualByComparingTo(figures.cost());
            List<Map<?, ?>> rows = maps(site.json("/api/runs/" + run + "/rows").get("rows"));
            assertThat(rows.stream()
                            .mapToLong(row -> number(row.get("attempts")))
                            .sum())
                    .isEqualTo(figures.attempts());
            assertThat(sum(rows)).isEqualByComparingTo(figures.cost());
            assertThat(site.get("/runs/" + run)).contains("at most $", " + unknown");
            assertThat(site.metric("rowan_cost_usd_total")).isEqualByComparingTo(figures.cost());
            assertThat(site.metric("rowan_attempts_total"))
                    .isEqualByComparingTo(BigDecimal.valueOf(figures.attempts()));
            assertThat(site.metric("rowan_unpriced_attempts_total"))
                    .isEqualByComparingTo(BigDecimal.valueOf(figures.unpriced()));
        }
    }

    /// What people read on the terminal.
    private void checkShown(String run) {
        assertThat(program.run("status", run).out())
                .containsPattern("cost +at most \\$[0-9.]+ and unknown for 6 attempts without a price")
                .contains("is the worst case of 2 attempts whose cost is unknown");
        assertThat(program.run("runs").out()).containsPattern("at most \\$[0-9.]+ \\+ unknown");
    }
}
