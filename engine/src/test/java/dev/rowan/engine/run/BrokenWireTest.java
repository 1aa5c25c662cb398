package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A wire that throws is a defect, which stops the run; what it may have sent is on record all the same.
class BrokenWireTest extends EngineTest {

    private void runsOn(ScriptedWire wire) throws Exception {
        pipeline.source(ListSource.counting(1))
                .transform("ask", new CallingTransform(1, new Usd(7), false), Map.of(), Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire)
                .run();
    }

    @Test
    void endsTheAttemptAsUnknownAndStopsTheRun() {
        var wire = new ScriptedWire((_, _) -> {
            throw new IllegalStateException("a bug behind the send");
        });

        assertThatThrownBy(() -> runsOn(wire)).hasRootCauseMessage("a bug behind the send");

        assertEndedAs("defect_IllegalStateException");
        assertThat(wire.sent()).hasSize(1);
        assertThat(pipeline.summary().status()).isEqualTo("failed");
    }

    @Test
    void endsTheAttemptWhenTheMachineItselfFails() {
        var wire = new ScriptedWire((_, _) -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> runsOn(wire)).hasRootCauseInstanceOf(StackOverflowError.class);

        assertEndedAs("defect_StackOverflowError");
    }

    private void assertEndedAs(String standing) {
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(1);
        assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                .singleElement()
                .satisfies(end -> {
                    assertThat(end.state()).isEqualTo(CallState.UNKNOWN);
                    assertThat(end.disposition()).isEqualTo(standing);
                    assertThat(end.cost()).isEqualTo(new Usd(7));
                    assertThat(end.costKnown()).isFalse();
                });
    }
}
