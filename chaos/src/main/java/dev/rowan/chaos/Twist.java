package dev.rowan.chaos;

import dev.rowan.api.call.Wire;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.landscape.Landscape;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// What is put around the parts of a run: nothing, or the defect whose discovery is being tested. `begun`
/// gets each run before it starts; `landscape` is the address of one that is not a file of the trial.
public record Twist(
        UnaryOperator<Pipeline> within,
        UnaryOperator<Landscape> around,
        UnaryOperator<Wire> out,
        Consumer<PipelineRun> begun,
        Optional<String> landscape) {

    public static Twist none() {
        return new Twist(
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                _ -> {},
                Optional.empty());
    }

    public Twist within(UnaryOperator<Pipeline> other) {
        return new Twist(other, around, out, begun, landscape);
    }

    public Twist around(UnaryOperator<Landscape> other) {
        return new Twist(within, other, out, begun, landscape);
    }

    public Twist out(UnaryOperator<Wire> other) {
        return new Twist(within, around, other, begun, landscape);
    }

    public Twist begun(Consumer<PipelineRun> other) {
        return new Twist(within, around, out, other, landscape);
    }

    public Twist at(String url) {
        return new Twist(within, around, out, begun, Optional.of(url));
    }
}
