package dev.rowan.transforms.chunk;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.expand.Expansion;
import java.util.ArrayList;
import java.util.List;

/// Splits a text into chunks; each becomes a row, with its number and where it stands in the text.
final class ChunkText implements RowTransform {
    private final ChunkTextSettings settings;
    private final TextUnits units;
    private final Expansion expansion;

    ChunkText(ChunkTextSettings settings) {
        this.settings = settings;
        this.units = settings.unit().units();
        this.expansion =
                new Expansion(settings.field(), List.of(settings.as(), "chunk_no", "start", "end"), settings.maxRows());
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return expansion.outputFields(input);
    }

    @Override
    public List<FieldUse> fieldUses() {
        return List.of(FieldUse.required(settings.field(), ChunkTextSettings.FIELD.name()));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        if (!row.has(settings.field())) {
            return TransformResult.error(FieldReasons.missing(settings.field()));
        }
        if (!(row.get(settings.field()) instanceof String text)) {
            return TransformResult.error(FieldReasons.notText(settings.field(), row.get(settings.field())));
        }
        return expansion.expand(row, chunks(text));
    }

    private List<List<Object>> chunks(String text) {
        int[] boundaries = units.boundaries(text);
        int count = boundaries.length - 1;
        var chunks = new ArrayList<List<Object>>();
        long offset = 0;
        int counted = 0;
        int last = 0;
        for (int first = 0; last < count; first += settings.size() - settings.overlap()) {
            last = (int) Math.min((long) first + settings.size(), count);
            int start = boundaries[first];
            int end = boundaries[last];
            offset += text.codePointCount(counted, start);
            counted = start;
            chunks.add(List.of(
                    text.substring(start, end), chunks.size() + 1L, offset, offset + text.codePointCount(start, end)));
        }
        return chunks;
    }
}
