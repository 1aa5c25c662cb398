package dev.rowan.engine.calibrate;

import dev.rowan.api.plugin.Source;
import dev.rowan.engine.pipeline.ForwardingSource;
import java.io.IOException;
import java.util.Optional;

/// The records of a source whose numbers are in the sample. Sources that are read one after another share the sample,
/// which counts their records. Owned by the reader thread.
final class SampledSource extends ForwardingSource {
    private final RowSample.Cursor sample;

    SampledSource(Source source, RowSample.Cursor sample) {
        super(source);
        this.sample = sample;
    }

    @Override
    public Optional<Item> next() throws IOException, InterruptedException {
        while (!sample.isEnded()) {
            Optional<Item> item = super.next();
            if (item.isEmpty() || sample.takesNext()) {
                return item;
            }
        }
        return Optional.empty();
    }

    /// The sample counts records from the first.
    @Override
    public boolean seek(String position) {
        return false;
    }
}
