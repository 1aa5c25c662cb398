package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A sink that writes lines to a destination. The subclass writes the rows.
public abstract class LineSink implements Sink {
    private final Destination destination;
    private Faults faults = Faults.NONE;
    private @Nullable Mark announced;
    private @Nullable LineOutput output;

    protected LineSink(Destination destination) {
        this.destination = destination;
    }

    protected final Destination destination() {
        return destination;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        destination.prepare(setup);
        faults = setup.faults();
    }

    @Override
    public Optional<String> check(Existing existing) {
        return destination.check(existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        announced = destination.start(existing);
        return announced;
    }

    /// Opens the destination. The start returned by [#start] must still be correct: it is recorded, and a resumed run
    /// removes everything after it.
    @Override
    public void open(Existing existing) throws IOException {
        output = destination.open(existing, faults);
        if (announced != null && announced.start() != output.start()) {
            close();
            throw new PluginException(
                    "%s cannot be added to: it grew from %d to %d bytes just now; let one run at a time"
                                    .formatted(destination.name(), announced.start(), output.start())
                            + " write it");
        }
    }

    @Override
    public void resume(Mark mark) throws IOException {
        output = destination.resume(mark, faults);
    }

    protected final LineOutput opened() {
        if (output == null) {
            throw new IllegalStateException("open the sink first");
        }
        return output;
    }

    @Override
    public Mark sync() throws IOException {
        return opened().sync();
    }

    @Override
    public Optional<Path> file() {
        return destination.file();
    }

    @Override
    public Optional<String> address() {
        return destination.address();
    }

    @Override
    public Map<String, Object> manifest() {
        return destination.manifest();
    }

    @Override
    public void close() throws IOException {
        if (output != null) {
            output.close();
        }
    }
}
