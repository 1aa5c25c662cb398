package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The content of a part for a format to read: unpacked, and as UTF-8 if it is text. Plain UTF-8 passes unchanged.
/// Owned by the reader's thread.
public final class DecodedInput implements Input {
    /// What is read at first, as far as it is there: formats look at the beginning.
    private static final int START = 64 * 1024;

    private static final int MARK = 3;
    private static final byte[] NOTHING = {};

    private final InputPart part;
    private final Counted raw;
    private final Input input;
    private final Encoding encoding;
    private final byte[] start;
    private int at;

    /// `start` are bytes to read before the rest of `input`.
    private DecodedInput(InputPart part, Counted raw, Input input, Encoding encoding, byte[] start) {
        this.part = part;
        this.raw = raw;
        this.input = input;
        this.encoding = encoding;
        this.start = start;
    }

    /// The open part `input`, unpacked, whatever its encoding.
    static DecodedInput unpacked(InputPart part, Input input, ReadOptions options) throws IOException {
        var raw = new Counted(input);
        Input unpacked = CompressedInput.of(raw, options.compression().of(part.path()), options.maxRatio());
        return new DecodedInput(part, raw, unpacked, Encoding.UTF_8, NOTHING);
    }

    /// The bytes of a part from somewhere within, which are plain UTF-8.
    static DecodedInput within(InputPart part, Input rest) {
        var raw = new Counted(rest);
        return new DecodedInput(part, raw, raw, Encoding.UTF_8, NOTHING);
    }

    /// The same as text; in the encoding `expected` unless a byte order mark tells another.
    DecodedInput asText(Encoding expected) throws IOException {
        var first = new byte[START];
        int length = 0;
        for (int read = 0; read >= 0 && length < MARK; length += Math.max(0, read)) {
            read = input.read(first, length, START - length);
        }
        Optional<Encoding> marked = Encoding.marked(first, length);
        Encoding found = marked.orElse(expected);
        if (found == Encoding.UTF_8) {
            return new DecodedInput(part, raw, input, found, Arrays.copyOf(first, length));
        }
        if (found == Encoding.UTF_16) {
            throw new PluginException(part.name()
                    + " has no byte order mark, so the byte order of its UTF-16 is unknown; set 'encoding: utf-16le' or"
                    + " 'encoding: utf-16be'");
        }
        byte[] unmarked = Arrays.copyOfRange(first, marked.isPresent() ? 2 : 0, length);
        var encoded = new DecodedInput(part, raw, input, found, unmarked);
        return new DecodedInput(part, raw, new TranscodedInput(encoded, found), found, NOTHING);
    }

    public InputPart part() {
        return part;
    }

    /// The name of the encoding that the part has.
    public String encoding() {
        return encoding.word();
    }

    /// Whether these are the bytes of the part itself.
    boolean isPlain() {
        return encoding == Encoding.UTF_8 && !(input instanceof CompressedInput);
    }

    /// How many bytes of the part were read.
    long consumed() {
        return raw.count;
    }

    @Override
    public String name() {
        return part.name();
    }

    @Override
    public Optional<Path> file() {
        return isPlain() ? raw.input.file() : Optional.empty();
    }

    @Override
    public int read(byte[] into, int to, int length) throws IOException {
        if (at < start.length) {
            int count = Math.min(length, start.length - at);
            System.arraycopy(start, at, into, to, count);
            at += count;
            return count;
        }
        return input.read(into, to, length);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    /// Counts the bytes of an input.
    private static final class Counted implements Input {
        private final Input input;
        private long count;

        Counted(Input input) {
            this.input = input;
        }

        @Override
        public String name() {
            return input.name();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = input.read(into, from, length);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
