package dev.rowan.connectors.file;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A source that reads its origin record by record, in any format.
public final class RecordSource implements Source {
    private static final int MAX_AHEAD = 100;
    private static final long MAX_BYTES_AHEAD = 1 << 20;

    private final Origin origin;
    private final Format format;
    private @Nullable Input input;
    private @Nullable Records records;
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private long given;

    public RecordSource(Origin origin, Format format) {
        this.origin = origin;
        this.format = format;
    }

    /// A record read ahead; `taken` is the offset of the next one.
    private record Ahead(Item item, long taken) {}

    /// Splits an input into records.
    public interface Format {

        /// Starts reading `input`, which the source closes.
        Records read(Input input) throws IOException;
    }

    /// The records of an open input.
    public interface Records {

        Optional<Item> next() throws IOException;

        RecordWindow window();

        /// The fields of every record, if the input declares them.
        default Optional<RowFields> header() {
            return Optional.empty();
        }
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        origin.prepare(setup);
    }

    @Override
    public void open() throws IOException {
        Input opened = origin.open();
        try {
            records = format.read(opened);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        ahead.clear();
        given = 0;
        input = opened;
    }

    @Override
    public Optional<String> fingerprint() throws IOException {
        if (input == null) {
            throw new IllegalStateException("open the source first");
        }
        return input.fingerprint();
    }

    /// The fields of the header, or of the first records, which are read ahead.
    @Override
    public RowFields fields() throws IOException {
        Records opened = opened();
        Optional<RowFields> header = opened.header();
        if (header.isPresent()) {
            return header.get();
        }
        int most = opened.window().size().isPresent() ? MAX_AHEAD : 1;
        var names = new LinkedHashSet<String>();
        while (ahead.size() < most && opened.window().taken() < MAX_BYTES_AHEAD) {
            Optional<Item> next = opened.next();
            if (next.isEmpty()) {
                break;
            }
            ahead.add(new Ahead(next.get(), opened.window().taken()));
            if (next.get() instanceof Item.Record(var _, Row row, var _)) {
                names.addAll(row.names().list());
            }
        }
        return new RowFields(List.copyOf(names), false);
    }

    /// Only for a file, which can be read again.
    @Override
    public RowFields peek() throws IOException {
        if (origin.file().filter(Files::isRegularFile).isEmpty()) {
            return RowFields.UNKNOWN;
        }
        var look = new RecordSource(origin, format);
        try {
            look.open();
            return look.fields();
        } finally {
            look.close();
        }
    }

    @Override
    public Optional<Item> next() throws IOException {
        if (ahead.isEmpty()) {
            Optional<Item> next = opened().next();
            given = opened().window().taken();
            return next;
        }
        Ahead first = ahead.remove();
        given = first.taken();
        return Optional.of(first.item());
    }

    private Records opened() {
        if (records == null) {
            throw new IllegalStateException("open the source first");
        }
        return records;
    }

    @Override
    public long progress() {
        return given;
    }

    @Override
    public OptionalLong size() {
        return records == null ? OptionalLong.empty() : records.window().size();
    }

    @Override
    public String describe() {
        return origin.describe();
    }

    @Override
    public Optional<Path> file() {
        return origin.file();
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.window().close();
        }
    }
}
