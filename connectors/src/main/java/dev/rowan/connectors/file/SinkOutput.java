package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The output of a sink: its destination and, once open, its lines. Owned by the sink's thread.
final class SinkOutput implements Closeable {
    private final Destination destination;
    private final Compression compression;
    private Faults faults = Faults.NONE;
    private @Nullable Mark reported;
    private @Nullable LineOutput output;

    SinkOutput(Destination destination, Compression compression) {
        this.destination = destination;
        this.compression = compression;
    }

    public Destination destination() {
        return destination;
    }

    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        destination.prepare(setup);
        faults = setup.faults();
    }

    public Mark start(Existing existing) throws IOException {
        reported = destination.start(existing);
        return reported;
    }

    /// Opens the destination. A reported start must still be right: it is recorded, and a resumed run truncates
    /// everything after it.
    public void open(Existing existing) throws IOException {
        output = lines(destination.open(existing, faults));
        if (reported != null && reported.start() != output.start()) {
            close();
            throw new PluginException(
                    "%s cannot be added to: it grew from %d to %d bytes just now; let one run at a time"
                                    .formatted(destination.name(), reported.start(), output.start())
                            + " write it");
        }
    }

    public void resume(Mark mark) throws IOException {
        output = lines(destination.resume(mark, faults));
    }

    private LineOutput lines(OpenedOutput opened) {
        return new LineOutput(opened, compression());
    }

    /// The compression that the settings or the name tell.
    Compression compression() {
        return compression.of(destination.name());
    }

    boolean lags() {
        return compression() != Compression.NONE || destination.hasParts();
    }

    ExistingContent content() {
        return new ExistingContent(destination, compression());
    }

    public LineOutput opened() {
        if (output == null) {
            throw new IllegalStateException("open the sink first");
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        if (output != null) {
            output.close();
        }
    }
}
