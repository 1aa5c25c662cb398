package dev.rowan.engine.fault;

import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.landscape.Landscape;
import java.util.Optional;

/// Wraps source, sinks, landscape and wire of a run with fault injection points. With [Faults#NONE] nothing is
/// wrapped.
public final class FaultInjection {
    private FaultInjection() {}

    public static Pipeline pipeline(Pipeline pipeline, Faults faults) {
        if (isIdle(faults)) {
            return pipeline;
        }
        SourceNode source = pipeline.source();
        return new Pipeline(
                pipeline.name(),
                pipeline.run(),
                new SourceNode(
                        source.plugin(),
                        new FaultInjectingSource(source.source(), faults),
                        source.onError(),
                        source.optionsSha256()),
                pipeline.transforms(),
                pipeline.sinks().stream()
                        .map(sink -> new SinkNode(
                                sink.name(),
                                sink.plugin(),
                                new FaultInjectingSink(sink.sink(), faults),
                                sink.optionsSha256()))
                        .toList(),
                pipeline.outputSink(),
                pipeline.landscape(),
                pipeline.signingKey(),
                pipeline.network(),
                pipeline.configuration(),
                pipeline.file(),
                Optional.empty());
    }

    public static Landscape landscape(Landscape landscape, Faults faults) {
        return isIdle(faults) ? landscape : new FaultInjectingLandscape(landscape, faults);
    }

    public static Wire wire(Wire wire, Faults faults) {
        return isIdle(faults) ? wire : new FaultInjectingWire(wire, faults);
    }

    @SuppressWarnings("ReferenceEquality") // NONE is one object
    private static boolean isIdle(Faults faults) {
        return faults == Faults.NONE;
    }
}
