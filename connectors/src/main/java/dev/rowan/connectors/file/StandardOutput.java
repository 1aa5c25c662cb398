package dev.rowan.connectors.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Sha256;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The standard output as a destination. What was written cannot be taken back or verified: a resumed run writes
/// the rows after its mark to the standard output of its own process. Owned by the sink's thread.
final class StandardOutput implements Destination {
    private static final String NAME = "standard output";

    private Optional<OutputStream> out = Optional.empty();

    @Override
    public void prepare(PluginSetup setup) {
        out = setup.streams().out();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> check(Existing existing) {
        return out.isPresent()
                ? Optional.empty()
                : Optional.of("there is no standard output to write to here; name a file in 'path'");
    }

    @Override
    public Mark start(Existing existing) {
        return Mark.at(0);
    }

    @Override
    public OpenedOutput open(Existing existing, Faults faults) throws IOException {
        return new OpenedOutput(target(), Mark.at(0), Sha256.create(), false);
    }

    @Override
    public OpenedOutput resume(Mark mark, Faults faults) throws IOException {
        faults.at(FaultPoint.SINK_CUT);
        Mark after = new Mark(mark.rows(), mark.end(), mark.end(), Mark.at(0).sha256());
        return new OpenedOutput(target(), after, Sha256.create(), false);
    }

    private Target target() throws PluginException {
        Optional<String> problem = check(Existing.APPEND);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        return new Target(out.orElseThrow());
    }

    @Override
    public Optional<Input> appendedTo(Existing existing) {
        return Optional.empty();
    }

    @Override
    public Optional<Input> present() {
        return Optional.empty();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public void delete() {}

    @Override
    public Map<String, Object> manifest() {
        return Map.of("output", NAME);
    }

    @Override
    public boolean isStandardOutput() {
        return true;
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    /// The program closes the stream.
    private record Target(OutputStream out) implements OutputTarget {

        @Override
        public void write(byte[] bytes, int length) throws IOException {
            try {
                out.write(bytes, 0, length);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        @Override
        public void sync() throws IOException {
            try {
                out.flush();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        @Override
        public void close(long durable) {}

        @Override
        public PluginException failed(IOException failure, long safe) {
            return new PluginException(
                    "%s cannot be written: %s; its first %d rows were written before"
                            .formatted(NAME, IoMessages.reason(failure), safe),
                    failure);
        }
    }
}
