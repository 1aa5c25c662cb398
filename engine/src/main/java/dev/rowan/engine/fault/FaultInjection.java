package dev.rowan.engine.fault;

import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.Landscape;

/// Wraps source, sinks, landscape and wire of a run with fault injection points. With [Faults#NONE] nothing is
/// wrapped.
public final class FaultInjection {
    private FaultInjection() {}

    public static Pipeline pipeline(Pipeline pipeline, Faults faults) {
        if (isIdle(faults)) {
            return pipeline;
        }
        return pipeline.withSources(pipeline.sources().stream()
                        .map(source -> source.with(new FaultInjectingSource(source.source(), faults)))
                        .toList())
                .withSinks(pipeline.sinks().stream()
                        .map(sink -> sink.with(new FaultInjectingSink(sink.sink(), faults)))
                        .toList());
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
