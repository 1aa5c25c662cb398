package dev.rowan.transforms.lookup;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.transforms.key.KeyDigest;
import dev.rowan.transforms.lookup.LookupSettings.Duplicates;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A reference table in memory: the values to take, by key. `sha256` covers keys and values in the table's order.
record ReferenceTable(Map<String, List<@Nullable Object>> rows, String sha256) {
    /// What a row takes beside its key and values.
    private static final int ROW_BYTES = 150;

    private static final int VALUE_BYTES = 40;

    Optional<List<@Nullable Object>> find(String key) {
        return Optional.ofNullable(rows.get(key));
    }

    /// Reads the whole table and closes it.
    static ReferenceTable load(LookupSettings settings) throws IOException, InterruptedException {
        try (Source source = settings.table().orElseThrow()) {
            source.open();
            return new Loader(settings).load(source);
        }
    }

    private static final class Loader {
        private final LookupSettings settings;
        private final Map<String, List<@Nullable Object>> rows = new HashMap<>();
        private final Map<String, String> positions = new HashMap<>();
        private final MessageDigest digest = Sha256.create();
        private long bytes;

        Loader(LookupSettings settings) {
            this.settings = settings;
        }

        ReferenceTable load(Source source) throws IOException, InterruptedException {
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                switch (item.get()) {
                    case Source.Item.Record(String position, Row row, var _) -> add(position, row);
                    case Source.Item.Unreadable(String position, var reason, var _) ->
                        throw new PluginException("the table cannot be read, " + position + ": " + reason.message());
                }
            }
            return new ReferenceTable(rows, Sha256.hex(digest));
        }

        private void add(String position, Row row) throws PluginException {
            for (String column : settings.take()) {
                if (!row.has(column)) {
                    throw lacks(position, column, row);
                }
            }
            for (String column : settings.on().values()) {
                if (!row.has(column)) {
                    throw lacks(position, column, row);
                }
            }
            String key = LookupKey.of(row, settings.on().values())
                    .orElseThrow(() -> new PluginException("the table has no usable key at " + position
                            + ": null, a list or an object is none; correct it there"));
            var values = new ArrayList<@Nullable Object>();
            settings.take().forEach(column -> values.add(row.get(column)));
            if (rows.containsKey(key)) {
                if (settings.duplicates() == Duplicates.ERROR) {
                    throw new PluginException("the table has the key of " + position + " twice, first at "
                            + positions.get(key) + "; correct it, or set 'duplicates: first'");
                }
                return;
            }
            bytes += ROW_BYTES
                    + 2L * key.length()
                    + values.stream().mapToLong(ReferenceTable::size).sum();
            if (bytes > settings.maxBytes()) {
                throw new PluginException(
                        "the table takes more than %,d bytes in memory after %,d rows; raise 'max_bytes', or take fewer columns"
                                .formatted(settings.maxBytes(), rows.size()));
            }
            rows.put(key, values);
            if (settings.duplicates() == Duplicates.ERROR) {
                positions.put(key, position);
                bytes += 2L * position.length() + VALUE_BYTES;
            }
            var hash = new KeyDigest();
            hash.add(key);
            hash.add(values);
            digest.update(hash.bytes());
        }

        private static PluginException lacks(String position, String column, Row row) {
            return new PluginException("the table has no column '" + column + "' at " + position + "; it has "
                    + String.join(", ", row.names().list()));
        }
    }

    private static long size(@Nullable Object value) {
        return VALUE_BYTES
                + switch (value) {
                    case String text -> 2L * text.length();
                    case List<?> list ->
                        list.stream().mapToLong(ReferenceTable::size).sum();
                    case Map<?, ?> map ->
                        map.values().stream().mapToLong(ReferenceTable::size).sum() + 100L * map.size();
                    case null, default -> 0L;
                };
    }
}
