package dev.rowan.transforms.collect;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Collects the members of a group in a list, each as an object of its fields.
final class Collect implements Aggregator {
    private final CollectSettings settings;

    Collect(CollectSettings settings) {
        this.settings = settings;
    }

    @Override
    public Group begin() {
        return new Collected();
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return new RowFields(settings.keep().names(), true).with(List.of(settings.as()));
    }

    @Override
    public List<FieldUse> fieldUses() {
        return Stream.concat(
                        settings.keep().fieldUses().stream(),
                        settings.fields().stream().map(name -> FieldUse.required(name, CollectSettings.FIELDS.name())))
                .toList();
    }

    private final class Collected implements Group {
        private final List<Map<String, @Nullable Object>> items = new ArrayList<>();
        private Row kept = Row.empty();

        @Override
        public Optional<Reason> add(Row member) {
            Optional<Reason> missing = settings.keep().missing(member, settings.fields());
            if (missing.isPresent()) {
                return missing;
            }
            if (items.isEmpty()) {
                kept = settings.keep().of(member);
            }
            items.add(settings.fields().isEmpty() ? member.asMap() : selected(member));
            return Optional.empty();
        }

        private Map<String, @Nullable Object> selected(Row member) {
            var item = new LinkedHashMap<String, @Nullable Object>();
            settings.fields().forEach(name -> item.put(name, member.get(name)));
            return item;
        }

        @Override
        public TransformResult close() {
            return items.isEmpty()
                    ? TransformResult.successMulti(List.of())
                    : TransformResult.success(kept.with(settings.as(), items));
        }
    }
}
