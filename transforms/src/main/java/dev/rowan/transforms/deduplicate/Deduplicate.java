package dev.rowan.transforms.deduplicate;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.RowObserver;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.key.KeyDigest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Keeps the first row of each key. The others get the number of the first in a field.
///
/// The reader thread observes the rows in order, so that a row's own thread only looks up what was decided.
final class Deduplicate implements RowSelector, RowObserver {
    static final String DUPLICATE_OF = "duplicate_of";

    private final DeduplicateSettings settings;
    private final FirstRowIndex first;

    Deduplicate(DeduplicateSettings settings) {
        this.settings = settings;
        this.first = new FirstRowIndex(settings.memory());
    }

    @Override
    public void observe(long rowSeq, Row row) throws PluginException {
        if (KeyDigest.missing(row, settings.key()).isEmpty() && !first.add(KeyDigest.of(row, settings.key()), rowSeq)) {
            throw new PluginException(
                    "deduplicate has seen %,d different keys, too many for its 'memory'; set it to more than %,d MiB"
                            .formatted(first.size(), settings.memory() >> 20));
        }
    }

    @Override
    public Selection select(Row row, PluginContext context) {
        Optional<String> missing = KeyDigest.missing(row, settings.key());
        if (missing.isPresent()) {
            return new Selection.Failed(FieldReasons.missing(missing.get()));
        }
        OptionalLong found = first.find(KeyDigest.of(row, settings.key()));
        return found.isEmpty() || found.getAsLong() == context.token().rowSeq()
                ? new Selection.Kept()
                : new Selection.Dropped(row.with(DUPLICATE_OF, found.getAsLong()));
    }

    @Override
    public String droppedAs() {
        return "duplicate";
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public RowFields droppedFields(RowFields input) {
        return input.with(List.of(DUPLICATE_OF));
    }

    @Override
    public List<FieldUse> fieldUses() {
        return Stream.concat(
                        settings.key().stream().map(field -> FieldUse.required(field, DeduplicateSettings.KEY.name())),
                        Stream.of(FieldUse.added(DUPLICATE_OF, DeduplicateSettings.KEY.name())))
                .toList();
    }
}
