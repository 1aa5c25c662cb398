package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run.max_cost_usd` from outside: what the service bills stays under it, most of it is used, the stop is clean, and
/// the landscape has what another run needs to continue.
class BudgetIT {
    private static final int ROWS = 1_500;
    private static final BigDecimal CAP = new BigDecimal("0.003");

    /// A row whose answer is paid for, and that waits behind one that has none: it has no reason to tell.
    private static final Optional<Object> ANSWERED_BEHIND_ANOTHER = Optional.empty();

    private static final String PIPELINE = """
            run: {name: capped, window: 500, max_cost_usd: %s}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Is this message positive, negative or neutral? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
                  pool_size: 256
                  throttle: aimd
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    @Test
    void stopsCleanlyJustUnderTheCap() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "20ms")))) {
            stage.write(
                    "rows.jsonl",
                    IntStream.rangeClosed(1, ROWS)
                            .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message number " + n + " is fine\"}")
                            .toList());
            stage.write("pipeline.yaml", List.of(PIPELINE.formatted(CAP)));
            Ended ended = RowanProgram.run(folder, stage.environment(), "run", "pipeline.yaml");

            assertThat(ended.code()).as(ended.err()).isEqualTo(5);
            assertThat(ended.out()).contains("limited after", "the cost cap of 0.003 USD");
            BigDecimal billed = stage.simulator().bill();
            RunSummary run = stage.summary();
            System.out.printf("cap %s, billed %s, rows %d of %d%n", CAP, billed, run.rowsEnded(), ROWS);
            assertThat(billed).isBetween(CAP.multiply(new BigDecimal("0.9")), CAP);
            assertThat(run.calls().cost().dollars()).isEqualByComparingTo(billed);

            assertThat(run.status()).isEqualTo("limited");
            assertThat(run.calls().open()).isZero();
            assertThat(run.calls().attempts()).containsEntry(CallState.ANSWERED, (long)
                    stage.simulator().journal().size());
            assertThat(run.rowsRead()).isGreaterThan(run.rowsEnded()).isLessThan(ROWS);
            assertThat(stage.lines("out.jsonl")).hasSize((int) run.rowsEnded());
            long paid = stage.simulator().journal().size();
            assertThat(run.rowsEnded()).isGreaterThan(paid * 9 / 10); // who waits for money is not overtaken
            List<RowHistory> stories = stage.stories();
            assertThat(stories).hasSize((int) run.rowsRead());
            assertThat(stories.stream().filter(explanation -> explanation.ends().isEmpty()))
                    .hasSize((int) (run.rowsRead() - run.rowsEnded()))
                    .allSatisfy(explanation -> {
                        assertThat(explanation.row()).isPresent();
                        assertThat(explanation.visits())
                                .allSatisfy(visit -> assertThat(visit.reason().map(why -> why.get("reason")))
                                        .isIn(ANSWERED_BEHIND_ANOTHER, Optional.of("interrupted")));
                    });
        }
    }

    /// Must-fail control: the cap stops the run above.
    @Test
    void completesWithoutACap() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write(
                    "rows.jsonl",
                    IntStream.rangeClosed(1, ROWS)
                            .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message number " + n + " is fine\"}")
                            .toList());
            stage.write("pipeline.yaml", List.of(PIPELINE.formatted("1000")));
            Ended ended = RowanProgram.run(folder, stage.environment(), "run", "pipeline.yaml");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(stage.simulator().bill()).isGreaterThan(CAP);
        }
    }
}
