package dev.rowan.cli;

import static dev.rowan.cli.RunFigures.amount;
import static dev.rowan.cli.RunFigures.map;
import static dev.rowan.cli.RunFigures.maps;
import static dev.rowan.cli.RunFigures.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A run with three writers in every view: status, watch, API and page show the same subtasks, and count all
/// chains.
@Tag("slow")
@ExtendWith(PostgresServer.class)
class SplitViewsTest {
    private static final int WRITERS = 3;
    private static final int ROWS = 300;
    private static final int SPLITS = 15;
    /// Three rows a second, until the pools are changed.
    private static final String PIPELINE = """
            run: {name: splits, window: 30}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  pool_size: 1
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
            """;

    @TempDir
    private Path folder;

    private final String url;

    SplitViewsTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @Test
    void everyViewShowsTheSubtasksAndCountsAllChains() throws Exception {
        try (var simulator = Simulator.start(slow(), new SystemTime());
                var scope = CallScope.open("owner");
                var site = new ServedSite(folder, url, "rowan")) {
            SplitStage stage = stage(simulator);
            Program program = stage.program();
            Future<String> run = scope.fork(() -> stage.run(WRITERS).runId());
            Map<?, ?> live = working(program, run);
            checkLive(program, site, live);
            Program.Ran tuned = program.run("tune", "latest", "--pool", "llm=30");
            assertThat(tuned.code()).as(tuned.out() + tuned.err()).isZero();
            checkWatch(program);
            String id = run.get();

            Map<?, ?> status = program.run("status", id, "--json").json();
            checkTotals(status);
            assertHeld(site.json("/api/runs/" + id), status);
            checkText(program, id);
            assertThat(site.get("/runs/" + id))
                    .contains("aria-label=\"Subtasks\"", SPLITS + " of " + SPLITS + " splits done, 0 open");
            checkRows(site, program, id);
            Program.Ran verified = program.run("verify", id);
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        }
    }

    private SplitStage stage(Simulator simulator) throws IOException {
        var stage = new SplitStage(
                folder,
                url,
                Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
        stage.write(
                "in.csv",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> n + ",text " + n + " of SplitViewsTest")
                        .collect(Collectors.joining("\n", "n,text\n", "\n")));
        stage.write("pipeline.yaml", PIPELINE);
        return stage;
    }

    private static SimulatorSettings slow() {
        return SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "1s"))),
                        SimulatorSettings.OPTIONS,
                        Path.of(""),
                        new Problems())
                .orElseThrow());
    }

    /// The status once every subtask has a rate, and one a share of the limit: a busy machine exchanges shares late.
    private static Map<?, ?> working(Program program, Future<?> run) throws Exception {
        var never = new CountDownLatch(1);
        for (int i = 0; i < 600 && !run.isDone(); i++) {
            Program.Ran ran = program.run("status", "latest", "--json");
            Map<?, ?> status = ran.code() == 0 ? ran.json() : Map.of();
            List<Map<?, ?>> subtasks = maps(status.get("subtasks"));
            if (subtasks.size() == WRITERS
                    && status.get("in_flight") != null
                    && subtasks.stream().allMatch(one -> one.get("rows_per_second") != null)
                    && subtasks.stream()
                            .anyMatch(one -> !maps(one.get("limit_shares")).isEmpty())) {
                return status;
            }
            assertThat(never.await(50, TimeUnit.MILLISECONDS)).isFalse();
        }
        throw new AssertionError("no subtasks were seen while the run was working");
    }

    private static void checkLive(Program program, ServedSite site, Map<?, ?> status) throws Exception {
        for (Map<?, ?> subtask : maps(status.get("subtasks"))) {
            assertThat(subtask.get("status")).isEqualTo("working");
            assertThat(number(subtask.get("epoch"))).isEqualTo(1);
            assertThat(subtask.get("host")).isNotNull();
            assertThat(number(subtask.get("process")))
                    .isEqualTo(ProcessHandle.current().pid());
            assertThat(maps(subtask.get("limit_shares"))).allSatisfy(share -> {
                assertThat(number(share.get("shared_by"))).isBetween(2L, (long) WRITERS);
                assertThat(amount(share.get("share")).doubleValue()).isBetween(0.0, 1.0);
            });
        }
        assertThat(number(status.get("splits"))).isEqualTo(SPLITS);
        assertThat(number(status.get("splits_done"))).isEqualTo(sum(status, "splits_done"));
        assertThat(number(status.get("splits_open"))).isPositive().isEqualTo(sum(status, "splits_open"));
        String page = site.get("/runs/" + status.get("run"));
        assertThat(page).contains("aria-label=\"Subtasks\"", WRITERS + " subtasks");
        String text = program.on(Terminal.plain(80))
                .run("status", String.valueOf(status.get("run")))
                .out();
        assertThat(text).contains("3 subtasks", "host (process)", "share");
        assertThat(text.lines().map(String::length)).allMatch(length -> length <= 80);
    }

    /// The first of the lines until the run ends.
    private static void checkWatch(Program program) throws Exception {
        Program.Ran watched = program.run("watch", "latest", "--json");
        Map<?, ?> first = map(RowJson.readValue(
                watched.out().lines().findFirst().orElseThrow().getBytes(UTF_8)));
        assertThat(maps(first.get("subtasks"))).hasSize(WRITERS);
        assertThat(map(first.get("sample")).get("nodes")).isNotNull();
    }

    private static long sum(Map<?, ?> status, String figure) {
        return maps(status.get("subtasks")).stream()
                .mapToLong(one -> number(one.get(figure)))
                .sum();
    }

    private static void checkTotals(Map<?, ?> status) {
        assertThat(number(status.get("rows_ended"))).isEqualTo(ROWS);
        assertThat(number(status.get("splits_done"))).isEqualTo(SPLITS);
        assertThat(number(status.get("splits_open"))).isZero();
        assertThat(sum(status, "rows")).isEqualTo(ROWS);
        assertThat(maps(status.get("subtasks"))).allMatch(one -> "ended".equals(one.get("status")));
        Map<?, ?> llm = maps(status.get("nodes")).getLast();
        assertThat(number(llm.get("attempts")))
                .as("the sample of the owner adds up those of the writers")
                .isEqualTo(number(status.get("attempts")))
                .isEqualTo(ROWS);
        assertThat(number(llm.get("visits"))).isEqualTo(ROWS);
        assertThat(amount(llm.get("cost_usd"))).isEqualByComparingTo(amount(status.get("cost_usd")));
        assertThat(number(map(llm.get("latency")).get("answers"))).isEqualTo(ROWS);
    }

    private static void checkText(Program program, String id) {
        assertThat(program.on(Terminal.plain(200)).run("status", id).out())
                .contains(SPLITS + " of " + SPLITS + " splits done", "rows done", "share of limit")
                .containsPattern("1 +ended ");
    }

    /// The table of rows, the search and `rows` see the rows of every writer.
    private static void checkRows(ServedSite site, Program program, String id) throws Exception {
        Map<?, ?> rows = indexed(site, "/api/runs/" + id + "/rows?limit=200");
        assertThat(number(rows.get("tokens"))).isEqualTo(ROWS);
        assertThat(maps(rows.get("rows")).stream().map(row -> number(row.get("row_seq"))))
                .startsWith(1L, 2L, 3L)
                .isSorted();
        for (int row = 1; row <= ROWS; row += ROWS / SPLITS) {
            assertThat(site.get("/api/runs/" + id + "/search?q=text+" + row + "+of"))
                    .contains("\"row_seq\":" + row + ",");
        }
        assertThat(number(program.run("rows", id, "--json").json().get("matched")))
                .isEqualTo(ROWS);
    }

    /// The page of rows once all are indexed.
    private static Map<?, ?> indexed(ServedSite site, String path) throws Exception {
        var never = new CountDownLatch(1);
        Map<?, ?> page = site.json(path);
        for (int i = 0; i < 600 && !Boolean.TRUE.equals(page.get("complete")); i++) {
            assertThat(never.await(50, TimeUnit.MILLISECONDS)).isFalse();
            page = site.json(path);
        }
        return page;
    }

    /// What `part` holds, `whole` holds as well.
    private static void assertHeld(Map<?, ?> part, Map<?, ?> whole) {
        part.forEach((key, value) -> assertThat(String.valueOf(whole.get(key)))
                .as(String.valueOf(key))
                .isEqualTo(String.valueOf(value)));
    }
}
