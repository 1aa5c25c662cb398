package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A sink that writes lines to any destination; its format writes the rows. Owned by the sink's thread.
public abstract class LineSink implements Sink {
    private final SinkOutput output;

    protected LineSink(Destination destination, Compression compression) {
        this.output = new SinkOutput(destination, compression);
    }

    protected final Destination destination() {
        return output.destination();
    }

    /// The lines, once the sink is open.
    protected final LineOutput lines() {
        return output.opened();
    }

    /// What the destination holds.
    protected final ExistingContent content() {
        return output.content();
    }

    protected final Compression compression() {
        return output.compression();
    }

    /// The lines of parts, one after the other, are the output, unless they are compressed: frames end with parts.
    @Override
    public Parts parts() {
        return DestinationFolder.parts(destination(), !output.lags());
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        output.prepare(setup);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return destination().check(existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return output.start(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        output.open(existing);
    }

    @Override
    public Mark resume(Mark mark) throws IOException {
        output.resume(mark);
        return mark;
    }

    @Override
    public Mark sync() throws IOException {
        return lines().sync();
    }

    @Override
    public Mark finish() throws IOException {
        return lines().finish();
    }

    @Override
    public void suspend() throws IOException {
        if (lags()) {
            lines().suspend();
        }
    }

    @Override
    public boolean lags() {
        return output.lags();
    }

    @Override
    public boolean isAtPartEnd() {
        return lines().isAtPartEnd();
    }

    @Override
    public Optional<Path> file() {
        return destination().file();
    }

    @Override
    public String describe() {
        return destination().name();
    }

    @Override
    public boolean isStandardOutput() {
        return destination().isStandardOutput();
    }

    @Override
    public Optional<String> credential() {
        return destination().credential();
    }

    @Override
    public Optional<String> address() {
        return destination().address();
    }

    @Override
    public Map<String, Object> manifest() {
        return destination().manifest();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
