package dev.rowan.engine;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// A source of given records. Owned by the thread that reads it.
public final class ListSource implements Source {
    private final List<Item> items;
    private final Optional<IOException> failure;
    private int at;

    private ListSource(List<Item> items, Optional<IOException> failure) {
        this.items = List.copyOf(items);
        this.failure = failure;
    }

    public static ListSource of(List<Item> items) {
        return new ListSource(items, Optional.empty());
    }

    /// Rows with the field `n`, from 1 to `count`.
    public static ListSource counting(int count) {
        return of(IntStream.rangeClosed(1, count).mapToObj(ListSource::numbered).toList());
    }

    /// The same records, after which reading fails.
    public ListSource thenFailing(IOException broken) {
        return new ListSource(items, Optional.of(broken));
    }

    /// A row with the field `n`.
    public static Item numbered(int n) {
        return new Item.Record("record " + n, Row.of("n", n), Optional.of("id-" + n));
    }

    /// A record that cannot be read.
    public static Item unreadable(int n) {
        return new Item.Unreadable("record " + n, Reason.of("ragged", "too few values"), "raw " + n);
    }

    @Override
    public void open() {
        at = 0;
    }

    @Override
    public Optional<Item> next() throws IOException {
        if (at < items.size()) {
            return Optional.of(items.get(at++));
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return Optional.empty();
    }

    /// A fingerprint that differs between lists with different records, within one JVM.
    @Override
    public Optional<String> fingerprint() {
        return Optional.of("list:" + Integer.toHexString(items.hashCode()) + ",items:" + items.size());
    }

    @Override
    public long progress() {
        return at;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(items.size());
    }

    @Override
    public String describe() {
        return "a list of " + items.size();
    }

    @Override
    public void close() {}
}
