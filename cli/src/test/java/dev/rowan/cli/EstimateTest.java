package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        program.write("pipeline.yaml", PlanPipeline.TEXT.replace("openai/small", "openai/gpt-5-small"));
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
                  mood                   180    180      2,520       1,800     18.0 s
                  reply                  180    180      3,600      18,000     18.0 s

                  cost                    likely  worst case  in batch  worst case
                  azure_content_safety    $0.135      $0.135         -           -
                  mood                  $0.00972       $0.04  $0.00486       $0.02
                  reply                  $0.0756      $0.307   $0.0378      $0.153
                  total                    $0.22      $0.482    $0.178      $0.308

                Ways to run it
                     option                  cost   saves       ready
                  1  flex, dedupe       $0.000987  98.9 %      ~1.0 s
                  2  batch, dedupe      $0.000987  98.9 %      < 24 h
                  3  real time, dedupe   $0.00122  98.6 %      ~1.0 s
                  4  flex                 $0.0434  49.6 %  ~3 min 0 s
                  5  batch                $0.0434  49.6 %      < 24 h
                  6  real time (now)      $0.0861       -     ~18.0 s
                  Equal requests: 99.4 % in mood, 99.4 % in reply.
                  For option 1, set tier: flex, dedupe: true (--apply 1).

                  Duration: about 18.0 s, limited by pool_size, with a latency of 2.0 s per call
                  (--latency).
                  Would stop early: run.max_cost_usd is $0.01, enough for about 23 rows.
                  Based on all rows.
                  Regardless of the answers, 20 rows end at keyword_filter.
                  Tokens of 'mood': 180 prompts counted by o200k_base, +/-5 %; answers a quarter
                  of max_tokens.
                  Tokens of 'reply': 180 prompts counted by o200k_base, +/-5 %; answers a
                  quarter of max_tokens.
                  180 calls of 'reply' include an earlier answer, whose length is estimated.
                  A run would fail to start: environment variable AZURE_CONTENT_SAFETY_KEY is
                  not set.
                  Assumptions: every check passes, no retries.
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
    void saysWhatToWriteOnAWideTerminalAndForOneWay() {
        Ran wide = program.on(Terminal.plain(200)).run("estimate", "pipeline.yaml");
        assertThat(wide.out().lines())
                .anyMatch(line -> line.matches(" +1 +flex, dedupe .* tier: flex, dedupe: true"))
                .anyMatch(line -> line.matches(" +6 +real time \\(now\\) .* dedupe: false"));
        assertThat(wide.out()).isASCII();
        assertThat(program.run("estimate", "pipeline.yaml", "--apply", "2").out())
                .isEqualTo("""
                # batch, dedupe
                  - name: mood
                    options:
                      mode: batch
                      dedupe: true
                  - name: reply
                    options:
                      mode: batch
                      dedupe: true
                """);
        assertThat(program.run("estimate", "pipeline.yaml", "--apply", "7").err())
                .contains("--apply must be from 1 to 6, got 7");
    }

    @Test
    void letsTheProviderCountTokens() throws Exception {
        for (String model : List.of("openai/gpt-4o", "anthropic/claude-sonnet-5", "gemini/gemini-2.5-flash")) {
            program.write("pipeline.yaml", """
                    run: {name: counted}
                    source: {plugin: csv, options: {path: reviews.csv, id: id}}
                    transforms:
                      - plugin: llm
                        options:
                          model: %s
                          base_url: simulator
                          system_prompt: Be brief.
                          user_prompt_template: "What mood is this? {{ text }}"
                          output_key: mood
                    sinks: {output: {plugin: jsonl, options: {path: out/counted.jsonl}}}
                    """.formatted(model));
            Map<?, ?> counted = program.run("estimate", "pipeline.yaml", "--count", "exact", "--json")
                    .json();
            Map<?, ?> node = (Map<?, ?>) ((List<?>) Objects.requireNonNull(counted.get("nodes"))).getFirst();
            assertThat((Map<?, ?>) node.get("tokens"))
                    .as(model)
                    .isEqualTo(Map.of("by", "provider", "samples", 100L, "error_percent", 3L));
            long used = (Long) Objects.requireNonNull(program.run("run", "pipeline.yaml", "--json", "-q", "--overwrite")
                    .json()
                    .get("input_tokens"));
            assertThat((Long) node.get("input_tokens")).as(model).isBetween(used * 97 / 100, used * 103 / 100);
        }
        assertThat(program.run("estimate", "pipeline.yaml", "--count", "twice").err())
                .contains("--count must be auto or exact, got 'twice'");
    }

    @Test
    void comparesTheForecastWithWhatTheRunTook() throws Exception {
        program.write("pipeline.yaml", """
                run: {name: compared}
                source: {plugin: csv, options: {path: reviews.csv, id: id}}
                transforms:
                  - plugin: llm
                    options:
                      model: simulator/chat
                      user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                      output_key: mood
                      max_tokens: 16
                sinks: {output: {plugin: jsonl, options: {path: out/compared.jsonl}}}
                """);
        assertThat(program.run("run", "pipeline.yaml", "--forecast").out())
                .containsPattern("forecast +[0-9,]+ in \\(actual [+-]0.0 %\\), 800 out \\([+-][0-9.]+ %\\), [$]");
        Map<?, ?> status = program.run("status", "latest", "--json").json();
        assertThat((Map<?, ?>) status.get("estimate")).extracting("calls").isEqualTo(200L);
        program.run("run", "pipeline.yaml", "--forecast", "--overwrite");
        assertThat(program.run("status", "latest").out())
                .containsPattern("forecast .* out \\([+-]0.0 %\\), [$][0-9.]+ \\([+-][0-2][.][0-9] %\\)");
    }

    @Test
    void forecastsEqualRequestsOnceAndComparesTheCapWithThat() throws Exception {
        program.write("equal.csv", "id,text\n" + "1,the same\n".repeat(20));
        program.write("pipeline.yaml", """
                run: {name: equal, max_cost_usd: 0.001}
                source: {plugin: csv, options: {path: equal.csv}}
                transforms:
                  - plugin: llm
                    options:
                      model: simulator/gpt-4o
                      user_prompt_template: "What mood is this? {{ text }}"
                      output_key: mood
                      temperature: 0
                      max_tokens: 64
                sinks: {output: {plugin: jsonl, options: {path: out/equal.jsonl}}}
                """);
        assertThat(program.run("estimate", "pipeline.yaml").out()).contains("May stop early");
        program.run("run", "pipeline.yaml", "--forecast");
        Map<?, ?> status = program.run("status", "latest", "--json").json();
        assertThat((Map<?, ?>) status.get("estimate")).extracting("calls").isEqualTo(1L);
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

    @Test
    void hasNothingToApplyWithoutCalls() throws Exception {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                sinks: {output: {plugin: jsonl, options: {path: out/none.jsonl}}}
                """);
        assertThat(program.run("estimate", "pipeline.yaml", "--apply", "1").err())
                .contains("--apply: there is only one way to run it");
    }
}
