package dev.rowan.transforms.sample;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.key.KeyDigest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the rows whose hash is below a share of all hashes.
final class BernoulliSampler implements RowSelector {
    static final String NOT_SAMPLED = "not_sampled";

    private final SampleSettings settings;
    private final BigDecimal end;

    BernoulliSampler(SampleSettings settings) {
        this.settings = settings;
        this.end = settings.rate().orElse(BigDecimal.ONE).multiply(BigDecimal.TWO.pow(63));
    }

    @Override
    public String droppedAs() {
        return NOT_SAMPLED;
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.key().stream()
                .map(field -> FieldUse.required(field, SampleSettings.KEY.name()))
                .toList();
    }

    @Override
    public Selection select(Row row, PluginContext context) {
        List<String> key = settings.key();
        Optional<String> missing = KeyDigest.missing(row, key);
        if (missing.isPresent()) {
            return new Selection.Failed(FieldReasons.missing(missing.get()));
        }
        long hash = key.isEmpty()
                ? SampleHash.of(settings.seed(), List.of(context.token().rowSeq(), (long)
                        context.token().part()))
                : SampleHash.of(settings.seed(), values(row));
        return BigDecimal.valueOf(hash).compareTo(end) < 0 ? new Selection.Kept() : new Selection.Dropped(row);
    }

    private List<@Nullable Object> values(Row row) {
        var values = new ArrayList<@Nullable Object>();
        settings.key().forEach(field -> values.add(row.get(field)));
        return values;
    }
}
