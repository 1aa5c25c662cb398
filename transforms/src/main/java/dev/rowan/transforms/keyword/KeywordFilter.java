package dev.rowan.transforms.keyword;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import java.util.Optional;
import java.util.OptionalInt;

/// Blocks a row when one of its texts matches a pattern, and passes it unchanged otherwise.
///
/// The reason names pattern, field and position; it never quotes the text.
final class KeywordFilter implements RowTransform {
    private final KeywordFilterSettings settings;

    KeywordFilter(KeywordFilterSettings settings) {
        this.settings = settings;
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        Optional<Reason> problem = settings.fields().problem(row);
        if (problem.isPresent()) {
            return TransformResult.error(problem.get());
        }
        for (String field : settings.fields().in(row)) {
            Optional<Reason> match = firstMatch(field, row.text(field).orElseThrow());
            if (match.isPresent()) {
                return TransformResult.blocked(match.get());
            }
        }
        return TransformResult.success(row);
    }

    private Optional<Reason> firstMatch(String field, String text) {
        var scanned = new ScannedText(text);
        for (BlockedPattern blocked : settings.patterns()) {
            OptionalInt position = blocked.find(scanned);
            if (position.isPresent()) {
                return Optional.of(matched(blocked.text(), field, position.getAsInt()));
            }
        }
        return Optional.empty();
    }

    private static Reason matched(String pattern, String field, int position) {
        return Reason.of("blocked_content", "field '" + field + "' matches the blocked pattern " + pattern)
                .with("pattern", pattern)
                .with("field", field)
                .with("position", position);
    }
}
