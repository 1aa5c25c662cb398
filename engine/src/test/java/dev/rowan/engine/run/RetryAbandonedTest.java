package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A retry that takes the place of one that was killed.
@Timeout(180)
class RetryAbandonedTest {
    private static final int ROWS = 4;

    private ListSink output = new ListSink();
    private final ScriptedWire wire = new ScriptedWire((body, _) -> ok("yes " + body));

    @TempDir
    private Path folder;

    private String first = "";

    @BeforeEach
    void failEveryRow() throws Exception {
        try (var pipeline = pipeline(new ScriptedWire((_, _) -> status(400)))) {
            RunResult result = pipeline.run();
            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, (long) ROWS));
            first = result.runId();
        }
    }

    private TestPipeline pipeline(ScriptedWire service) {
        return new TestPipeline(folder)
                .with("window", 1)
                .with("max_same_error", "off")
                .wire(service)
                .source(ListSource.counting(ROWS))
                .transform("ask", new CallingTransform(), Map.of(), Capability.CALLS_OUT)
                .sink("output", output);
    }

    private TestPipeline retry() {
        return pipeline(wire).startMode(new RunStartMode.Retried(first, Set.of(Outcome.FAILED)));
    }

    /// A retry that dies with the first entry of this kind.
    private String killed(Predicate<LogEntry> at, String... abandoned) throws Exception {
        try (var pipeline = retry().abandoning(abandoned)) {
            pipeline.landscape().breakAt(at);
            assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
            return pipeline.summary().runId();
        }
    }

    /// A retry that stops after so many rows.
    private String stopped(int rows, String... abandoned) throws Exception {
        try (var pipeline = retry().limit(rows).abandoning(abandoned)) {
            RunResult result = pipeline.run();
            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, (long) rows));
            return result.runId();
        }
    }

    private List<Object> written() {
        return output.rows().stream().map(row -> row.get("n")).toList();
    }

    @Test
    void takesItsRowsWhenNoneHadEnded() throws Exception {
        String killed = killed(LogEntry.CallIntended.class::isInstance);
        try (var pipeline = retry()) {
            assertThatThrownBy(pipeline::run)
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("was continued by run " + killed);
        }
        try (var pipeline = retry().abandoning(killed)) {
            assertThat(pipeline.run().counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, (long) ROWS));
        }
        assertThat(written()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(wire.sent()).hasSize(ROWS);
    }

    @Test
    void takesTheRowsThatItLeft() throws Exception {
        String stopped = stopped(2);
        try (var pipeline = retry().abandoning(stopped);
                LandscapeReader reader = pipeline.landscape().reader()) {
            assertThat(pipeline.run().counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 2L));
            assertThat(reader.runs().summary(stopped).isAbandoned()).isTrue();
        }
        assertThat(written()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(wire.sent()).hasSize(ROWS);
    }

    @Test
    void reusesWhatItsOpenRowsWereAnswered() throws Exception {
        String killed = killed(LogEntry.OutcomeReached.class::isInstance);
        assertThat(wire.sent()).isNotEmpty();
        output = new ListSink();
        try (var pipeline = retry().abandoning(killed)) {
            RunResult result = pipeline.run();
            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, (long) ROWS));
            try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
                assertThat(check.verify(result.runId(), VerifyInputs.itself()).findings())
                        .isEmpty();
            }
        }
        assertThat(wire.sent()).hasSize(ROWS).doesNotHaveDuplicates();
    }

    @Test
    void isResumedWithTheSameRows() throws Exception {
        String once = stopped(1);
        String twice = stopped(1, once);
        String third = killed(LogEntry.CallIntended.class::isInstance, twice);
        try (var pipeline = pipeline(wire).startMode(new RunStartMode.Resumed(third, false))) {
            assertThat(pipeline.run().counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 2L));
        }
        assertThat(written()).endsWith(3L, 4L);
        assertThat(wire.sent()).hasSize(ROWS);
    }
}
