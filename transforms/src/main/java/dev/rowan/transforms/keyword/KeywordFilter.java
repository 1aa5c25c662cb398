package dev.rowan.transforms.keyword;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.api.text.RowText;
import dev.rowan.api.text.TextNormalizer;
import dev.rowan.api.text.TextSelection.Selected;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Blocks a row if one of its texts matches a pattern. A text is matched as written and, if different, normalized.
///
/// The reason names pattern, field and position; it never quotes the text.
final class KeywordFilter implements RowTransform, Guardrail {
    private final KeywordFilterSettings settings;

    KeywordFilter(KeywordFilterSettings settings) {
        this.settings = settings;
    }

    /// Rows are unchanged.
    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.fields().uses();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return switch (settings.fields().in(row)) {
            case Selected.Nothing(Reason reason) -> TransformResult.error(reason);
            case Selected.Texts(List<RowText> texts) -> check(row, texts);
        };
    }

    @Override
    public Set<FieldPath> checkedFields() {
        return settings.fields().places();
    }

    private TransformResult check(Row row, List<RowText> texts) {
        for (RowText text : texts) {
            Optional<Reason> match = firstMatch(text);
            if (match.isPresent()) {
                return TransformResult.blocked(match.get());
            }
        }
        return TransformResult.success(row);
    }

    private Optional<Reason> firstMatch(RowText text) {
        String written = text.text();
        Optional<Match> match = firstMatch(written);
        if (match.isEmpty() && settings.normalize()) {
            String normalized = TextNormalizer.normalize(written);
            match = normalized.equals(written)
                    ? Optional.empty()
                    : firstMatch(normalized).map(found -> found.before(written));
        }
        return match.map(found -> reason(found, text));
    }

    /// `position` is in code points from 0.
    private record Match(String pattern, int position) {
        /// The same match by its position in the original text.
        Match before(String written) {
            return new Match(pattern, TextNormalizer.positionBefore(written, position));
        }
    }

    private Optional<Match> firstMatch(String text) {
        var scanned = new ScannedText(text);
        for (BlockedPattern blocked : settings.patterns()) {
            OptionalInt position = blocked.find(scanned);
            if (position.isPresent()) {
                return Optional.of(new Match(blocked.text(), position.getAsInt()));
            }
        }
        return Optional.empty();
    }

    private static Reason reason(Match match, RowText text) {
        Reason reason = Reason.of(
                        "blocked_content", text.location() + " matches the blocked pattern " + match.pattern())
                .with("pattern", match.pattern())
                .with("field", text.field());
        Reason placed = text instanceof RowText.Key(var _, int index, var _) ? reason.with("key_index", index) : reason;
        return placed.with("position", match.position());
    }
}
