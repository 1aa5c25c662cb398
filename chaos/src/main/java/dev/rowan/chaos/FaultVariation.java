package dev.rowan.chaos;

import dev.rowan.api.call.Wire;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.landscape.Landscape;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Wraps the components of a run: in nothing, or in the defect that a test plants. `begun` is called with each run
/// before it starts; `landscape` is the address of a landscape that is not a file of the trial.
public record FaultVariation(
        UnaryOperator<Pipeline> within,
        UnaryOperator<Landscape> around,
        UnaryOperator<Wire> out,
        Consumer<PipelineRun> begun,
        Optional<String> landscape) {

    public static FaultVariation none() {
        return new FaultVariation(
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                _ -> {},
                Optional.empty());
    }

    public FaultVariation within(UnaryOperator<Pipeline> other) {
        return new FaultVariation(other, around, out, begun, landscape);
    }

    public FaultVariation around(UnaryOperator<Landscape> other) {
        return new FaultVariation(within, other, out, begun, landscape);
    }

    public FaultVariation out(UnaryOperator<Wire> other) {
        return new FaultVariation(within, around, other, begun, landscape);
    }

    public FaultVariation begun(Consumer<PipelineRun> other) {
        return new FaultVariation(within, around, out, other, landscape);
    }

    public FaultVariation at(String url) {
        return new FaultVariation(within, around, out, begun, Optional.of(url));
    }
}
