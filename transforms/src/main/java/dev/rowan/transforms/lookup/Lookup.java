package dev.rowan.transforms.lookup;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.lookup.LookupSettings.Missing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Adds the values of the row of a reference table that has the same key. The table is loaded once, before the run.
final class Lookup implements RowTransform {
    private final LookupSettings settings;
    private volatile @Nullable ReferenceTable table;

    Lookup(LookupSettings settings) {
        this.settings = settings;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        try {
            settings.table().orElseThrow().prepare(setup.forSources());
            table = ReferenceTable.load(settings);
        } catch (PluginException unusable) {
            throw new PluginException("table: " + unusable.getMessage());
        }
    }

    @Override
    public Optional<String> dataFingerprint() {
        ReferenceTable loaded = table;
        return loaded == null ? Optional.empty() : Optional.of(loaded.sha256());
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input.with(settings.take());
    }

    @Override
    public List<FieldUse> fieldUses() {
        var uses = new ArrayList<FieldUse>();
        settings.on().keySet().forEach(field -> uses.add(FieldUse.required(field, LookupSettings.ON.name(), field)));
        settings.take().forEach(field -> uses.add(FieldUse.added(field, LookupSettings.TAKE.name())));
        return uses;
    }

    @Override
    public List<Source> sources() {
        return settings.table().stream().toList();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        for (String field : settings.on().keySet()) {
            if (!row.has(field)) {
                return TransformResult.error(FieldReasons.missing(field));
            }
        }
        for (String field : settings.take()) {
            if (row.has(field)) {
                return TransformResult.error(
                        Reason.of("field_collision", "the row already has a field '" + field + "'; rename it before")
                                .with("field", field));
            }
        }
        ReferenceTable loaded = table;
        if (loaded == null) {
            throw new IllegalStateException("the table is not loaded");
        }
        Optional<List<@Nullable Object>> found =
                LookupKey.of(row, settings.on().keySet()).flatMap(loaded::find);
        if (found.isEmpty() && settings.missing() == Missing.ERROR) {
            var reason = Reason.of(
                    "lookup_missing",
                    "the table has no row for "
                            + String.join(", ", settings.on().keySet())
                            + " of this row; add it, or set 'missing: null'");
            for (String field : settings.on().keySet()) {
                reason = reason.with(field, row.get(field));
            }
            return TransformResult.error(reason);
        }
        Row result = row;
        for (int i = 0; i < settings.take().size(); i++) {
            result = result.with(
                    settings.take().get(i), found.isPresent() ? found.get().get(i) : null);
        }
        return TransformResult.success(result);
    }
}
