package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAPipelineThatCallsOut() throws IOException {
        program = new Program(folder).on(Terminal.plain(80)).variable("OPENAI_API_KEY", "key-of-the-model");
        program.write("pipeline.yaml", PlanPipeline.TEXT);
        var rows = new StringBuilder("id,text\n");
        for (int i = 1; i <= 200; i++) {
            rows.append(i).append(i % 10 == 0 ? ",the password\n" : ",fine, thanks\n".replace(", ", " "));
        }
        program.write("reviews.csv", rows.toString());
    }

    @Test
    void estimatesARun() {
        Ran ran = program.run("estimate", "pipeline.yaml");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("""
                Estimate for moods: 200 rows, nothing was sent

                  node                  rows  calls  tokens in  tokens out       time
                  azure_content_safety   180    180          0           0  3 min 0 s
                  mood                   180    180      1,260       1,800     18.0 s
                  reply                  180    180      3,060      18,000     18.0 s

                  cost                    likely  worst case  in batch  worst case
                  azure_content_safety    $0.135      $0.135         -           -
                  mood                  $0.00846       $0.04  $0.00423       $0.02
                  reply                  $0.0751      $0.307   $0.0375      $0.153
                  total                   $0.219      $0.482    $0.177      $0.308

                  Duration: about 3 min 0 s, limited by requests_per_minute, with a latency of
                  2.0 s per call (--latency).
                  Would stop early: run.max_cost_usd is $0.01, enough for about 9 rows.
                  Based on all rows.
                  Regardless of the answers, 20 rows end at keyword_filter.
                  180 calls of 'reply' include an earlier answer, whose length is estimated.
                  A run would fail to start: environment variable AZURE_CONTENT_SAFETY_KEY is
                  not set.
                  Assumptions: every check passes, no retries, answers of typical length.
                """);
        assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(program.path("rowan.db")).doesNotExist();
    }

    @Test
    void extrapolatesFromTheFirstRows() throws Exception {
        Map<?, ?> whole = program.run("estimate", "pipeline.yaml", "--json").json();
        assertThat(whole.get("rows")).isEqualTo(200L);
        assertThat(whole.get("basis")).isEqualTo("whole");
        Map<?, ?> part = program.run("estimate", "pipeline.yaml", "--rows", "50", "--json")
                .json();
        assertThat(part.get("basis")).isEqualTo("extrapolated");
        assertThat((Long) part.get("rows")).isBetween(180L, 220L);
        assertThat(part.get("rows_read")).isEqualTo(50L);
        Map<?, ?> limited = program.run("estimate", "pipeline.yaml", "--limit", "20", "--json")
                .json();
        assertThat(limited.get("rows")).isEqualTo(20L);
        assertThat(limited.get("stops")).isEqualTo(Map.of("keyword_filter", 2L));
    }

    @Test
    void namesUnknownPricesInsteadOfCountingThemAsNothing() throws Exception {
        program.write("pipeline.yaml", PlanPipeline.TEXT.replace("price: {input: 1, output: 4}", "temperature: 0"));
        Ran ran = program.run("estimate", "pipeline.yaml");
        assertThat(ran.out())
                .contains("mood                    unknown     unknown")
                .contains("The price of 180 calls of 'mood' is unknown")
                .contains("Would not start: run.max_cost_usd is $0.01, and a price is unknown.");
        assertThat(program.run("estimate", "pipeline.yaml", "--json").json().get("cap"))
                .isEqualTo("refused");
    }

    @Test
    void reportsSimulatedAndNoCostWithoutCalls() throws Exception {
        program.write("pipeline.yaml", PlanPipeline.TEXT.replace("https://safety.example.com", "simulator"));
        assertThat(program.run("estimate", "pipeline.yaml").out().lines().findFirst())
                .contains("Estimate for moods: 200 rows, nothing was sent, SIMULATED");
        program.write("pipeline.yaml", Program.PIPELINE);
        assertThat(program.run("estimate", "pipeline.yaml").out())
                .contains("No transform calls a service, so the run costs nothing.");
    }

    @Test
    void rejectsInvalidInput() {
        assertThat(program.run("estimate", "pipeline.yaml", "--latency", "soon").err())
                .startsWith("rowan: --latency must be a duration above zero such as");
        assertThat(program.run("estimate", "pipeline.yaml", "--rows", "0").code())
                .isEqualTo(1);
        assertThat(program.run("estimate", "pipeline.yaml", "--limit", "0").err())
                .contains("--limit must be at least 1, got 0");
    }
}
