package dev.rowan.connectors.file;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A source that reads the parts of its origin one after the other, record by record, in any format.
public final class RecordSource implements SplittableSource {
    private static final int MAX_AHEAD = 100;
    private static final long MAX_BYTES_AHEAD = 1 << 20;

    /// The headers of so many parts are compared before the first record.
    private static final int MAX_HEADERS = 1_000;

    private final Origin origin;
    private final PartReader reader;
    private List<InputPart> parts = List.of();
    private boolean named;
    private int at;
    private long finished;
    private @Nullable OpenPart current;
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private long given;

    RecordSource(Origin origin, PartReader reader) {
        this.origin = origin;
        this.reader = reader;
    }

    /// A record read ahead; `taken` is the offset of the next one.
    private record Ahead(Item item, long taken) {}

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        origin.prepare(setup);
    }

    @Override
    public void open() throws IOException {
        named = origin.isMultiple();
        parts = origin.list();
        at = 0;
        finished = 0;
        ahead.clear();
        given = 0;
        current = opened(parts.getFirst());
    }

    private OpenPart opened(InputPart part) throws IOException {
        try {
            return reader.open(part, named);
        } catch (BrokenInputException e) {
            throw e.getCause() instanceof PluginException refused
                    ? refused
                    : new PluginException(part.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// The fingerprint of one part, or one over the names and contents of all.
    @Override
    public Optional<String> fingerprint() throws IOException {
        if (parts.isEmpty()) {
            throw new IllegalStateException("open the source first");
        }
        if (!named) {
            return parts.getFirst().fingerprint();
        }
        var all = Sha256.create();
        for (InputPart part : parts) {
            String content = part.fingerprint().orElse("");
            all.update((part.path() + "\0" + content + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return Optional.of("files:" + parts.size() + ",sha256:" + Sha256.hex(all) + ",bytes:" + size().orElse(0));
    }

    /// The fields of the headers, or of the first records, which are read ahead.
    @Override
    public RowFields fields() throws IOException {
        Optional<RowFields> header = current == null ? Optional.empty() : current.header();
        return header.isPresent() ? headers(header.get()) : firstRecords();
    }

    private RowFields headers(RowFields first) throws IOException {
        RowFields all = first;
        if (parts.size() > MAX_HEADERS) {
            return all.open();
        }
        for (InputPart part : parts.subList(1, parts.size())) {
            try (OpenPart other = opened(part)) {
                all = all.or(other.header().orElse(RowFields.UNKNOWN));
            }
        }
        return all;
    }

    private RowFields firstRecords() throws IOException {
        int most = size().isPresent() ? MAX_AHEAD : 1;
        var names = new LinkedHashSet<String>();
        while (ahead.size() < most && taken() < MAX_BYTES_AHEAD) {
            Optional<Item> next = read();
            if (next.isEmpty()) {
                break;
            }
            ahead.add(new Ahead(next.get(), taken()));
            if (next.get() instanceof Item.Record(var _, Row row, var _)) {
                names.addAll(row.names().list());
            }
        }
        return new RowFields(List.copyOf(names), false);
    }

    /// Only for local files, which can be read again.
    @Override
    public RowFields peek() throws IOException {
        if (!origin.isRepeatable()) {
            return RowFields.UNKNOWN;
        }
        try (var look = new RecordSource(origin, reader)) {
            look.open();
            return look.fields();
        }
    }

    @Override
    public Optional<Item> next() throws IOException {
        if (parts.isEmpty()) {
            throw new IllegalStateException("open the source first");
        }
        if (ahead.isEmpty()) {
            Optional<Item> next = read();
            given = taken();
            return next;
        }
        Ahead first = ahead.remove();
        given = first.taken();
        return Optional.of(first.item());
    }

    /// The next record of the current part or of those after it. A later part that cannot be read at all is one
    /// unreadable record.
    private Optional<Item> read() throws IOException {
        while (at < parts.size()) {
            if (current == null) {
                InputPart part = parts.get(at);
                try {
                    current = reader.open(part, named);
                } catch (BrokenInputException e) {
                    finish(part);
                    return Optional.of(unreadable(part, e.reason()));
                }
            }
            Optional<Item> next = current.next();
            if (next.isPresent()) {
                return next;
            }
            parts.get(at).verifyUnchanged();
            finish(parts.get(at));
        }
        return Optional.empty();
    }

    /// A split starts at the first record of a part, or within one that can be opened there.
    @Override
    public List<InputSplit> split(long records) throws IOException {
        var splits = new ArrayList<InputSplit>();
        String start = "";
        long count = 0;
        int before = -1;
        while (read().isPresent()) {
            Optional<PartPosition> here = at != before || current == null
                    ? Optional.of(PartPosition.startOf(current == null ? at - 1 : at))
                    : current.start().map(within -> PartPosition.within(at, within));
            before = at;
            if (count == 0) {
                start = here.orElseThrow().text();
            } else if (count >= records && here.isPresent()) {
                splits.add(new InputSplit(start, count));
                start = here.get().text();
                count = 0;
            }
            count++;
        }
        if (count > 0) {
            splits.add(new InputSplit(start, count));
        }
        return List.copyOf(splits);
    }

    @Override
    public void startAt(String start) throws IOException {
        PartPosition position = PartPosition.parse(start);
        if (position.part() >= parts.size()) {
            throw new PluginException(describe() + " has " + parts.size() + " files, and a split starts in file "
                    + (position.part() + 1) + "; restore the input");
        }
        while (at < position.part()) {
            finish(parts.get(at));
        }
        if (position.within().isPresent()) {
            OpenPart whole = current == null ? opened(parts.get(at)) : current;
            current = whole.from(position.within().get());
        }
    }

    private static Item unreadable(InputPart part, Reason reason) {
        return new Item.Unreadable(part.path() + " start", reason.with("file", part.path()), "");
    }

    private void finish(InputPart part) throws IOException {
        long read = current == null ? 0 : current.taken();
        closeCurrent();
        finished += part.size().orElse(read);
        at++;
    }

    private long taken() {
        return finished + (current == null ? 0 : current.taken());
    }

    @Override
    public long progress() {
        return given;
    }

    @Override
    public OptionalLong size() {
        long sum = 0;
        for (InputPart part : parts) {
            if (part.size().isEmpty()) {
                return OptionalLong.empty();
            }
            sum += part.size().getAsLong();
        }
        return parts.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum);
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
    public Optional<String> credential() {
        return origin.credential();
    }

    @Override
    public boolean isTransient() {
        return origin.isTransient();
    }

    @Override
    public boolean includes(Path file) {
        return origin.includes(file);
    }

    private void closeCurrent() throws IOException {
        if (current != null) {
            OpenPart part = current;
            current = null;
            part.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeCurrent();
    }
}
