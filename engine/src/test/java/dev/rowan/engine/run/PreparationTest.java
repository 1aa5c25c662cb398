package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls that no row needs, such as the creation of a cache: paid for like others, and no row fails for them.
@Timeout(60)
class PreparationTest {
    private static final Usd PRICE = new Usd(7_000_000);
    private static final int ROWS = 40;

    @TempDir
    private Path folder;

    private record Ran(RunResult result, List<String> preparations, int rows) {}

    private Ran run(CallingTransform transform, Supplier<WireReply> reply, Map<String, ?> run) throws Exception {
        var wire = new ScriptedWire((body, _) -> body.contains("\"q\":100") ? reply.get() : ok("yes"));
        var sink = new ListSink();
        try (var pipeline = new TestPipeline(folder)) {
            pipeline.wire(wire).source(ListSource.counting(ROWS));
            run.forEach(pipeline::with);
            RunResult result = pipeline.transform(
                            "ask", transform, Map.of("retry", Map.of("initial_delay", "1ms")), Capability.CALLS_OUT)
                    .sink("output", sink)
                    .run();
            try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
                assertThat(check.verify(result.runId(), VerifyInputs.itself()).findings())
                        .isEmpty();
            }
            List<String> sent = wire.sent().stream()
                    .filter(body -> body.contains("\"q\":100"))
                    .toList();
            return new Ran(result, sent, sink.rows().size());
        }
    }

    private static CallingTransform asking() {
        return new CallingTransform(1, PRICE, false).preparing(1);
    }

    @Test
    void oneWhoseReplyIsLostIsNotSentAgainAndItsRowPasses() throws Exception {
        Ran ran = run(asking(), () -> status(504), Map.of());

        assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ran.rows()).isEqualTo(ROWS);
        assertThat(ran.preparations()).hasSize(ROWS).doesNotHaveDuplicates();
    }

    /// The same refusal of every row would stop the run if it were an answer.
    @Test
    void oneThatIsRefusedStopsNothing() throws Exception {
        Ran ran = run(asking(), () -> status(400), Map.of());

        assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ran.rows()).isEqualTo(ROWS);
        assertThat(ran.preparations()).hasSize(ROWS);
    }

    @Test
    void oneThatTheBudgetDoesNotCoverIsNotSent() throws Exception {
        Ran ran = run(
                asking(),
                () -> ok("created"),
                Map.of("max_cost_usd", PRICE.dollars().multiply(BigDecimal.valueOf(ROWS + 1))));

        assertThat(ran.result().status()).isIn(RunEnd.Status.COMPLETED, RunEnd.Status.LIMITED);
        assertThat(ran.result().counts().calls().cost().counted().pico())
                .isLessThanOrEqualTo(PRICE.pico() * (ROWS + 1));
        assertThat(ran.preparations()).hasSizeLessThan(ROWS);
    }

    /// A cache may be created again for the row that the first attempt failed for.
    @Test
    void aRowMaySendAnotherWithTheSameNumber() throws Exception {
        Ran ran = run(asking().preparing(2), () -> status(504), Map.of());

        assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ran.preparations()).hasSize(2 * ROWS).doesNotHaveDuplicates();
    }

    @Test
    void equalOnesAreNotShared() throws Exception {
        Ran ran = run(asking().sharing(), () -> ok("created"), Map.of());

        assertThat(ran.preparations()).hasSize(ROWS);
    }
}
