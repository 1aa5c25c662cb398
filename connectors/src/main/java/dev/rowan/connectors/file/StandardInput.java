package dev.rowan.connectors.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The standard input as an origin. It can be read only once, so it has no size and no fingerprint. Owned by the
/// reader's thread.
final class StandardInput implements Origin {
    private static final String NAME = "standard input";

    private Optional<InputStream> bytes = Optional.empty();

    @Override
    public void prepare(PluginSetup setup) {
        bytes = setup.streams().in();
    }

    @Override
    public List<InputPart> list() throws IOException {
        return List.of(new Stream(bytes.orElseThrow(
                () -> new PluginException("there is no standard input to read here; name a file in 'path'"))));
    }

    @Override
    public String describe() {
        return NAME;
    }

    @Override
    public boolean isTransient() {
        return true;
    }

    /// The program closes the stream.
    private record Stream(InputStream bytes) implements InputPart, Input {

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String path() {
            return "-";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<String> fingerprint() {
            return Optional.empty();
        }

        @Override
        public Input open() {
            return this;
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            try {
                return bytes.read(into, at, length);
            } catch (IOException e) {
                throw new PluginException(NAME + " cannot be read: " + IoMessages.reason(e), e);
            }
        }

        @Override
        public void close() {}
    }
}
