package dev.rowan.engine.fault;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.pipeline.ForwardingSource;
import java.io.IOException;
import java.util.Optional;

/// Fault injection before and after each row of a source: asking for the next row means that the previous one is
/// recorded. Owned by the reader thread.
final class FaultInjectingSource extends ForwardingSource {
    private final Faults faults;
    private boolean given;

    FaultInjectingSource(Source source, Faults faults) {
        super(source);
        this.faults = faults;
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        if (given) {
            faults.at(FaultPoint.AFTER_ROW);
        }
        faults.at(FaultPoint.BEFORE_ROW);
        given = true;
        return super.next();
    }
}
