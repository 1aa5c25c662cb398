package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.text.FieldPath;
import dev.rowan.api.text.RowText;
import dev.rowan.api.text.TextNormalizer;
import dev.rowan.api.text.TextSelection;
import dev.rowan.api.text.TextSelection.Selected;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A text of a row to be checked.
///
/// Every value is one text. The keys of a row are one text together, one per line. Numbers are not sent: they are
/// neither harmful nor an attack. A text that differs when normalized is checked in both forms.
record CheckedText(Source source, String field, Form form, String text) {
    /// The maximum number of texts of one row: each is one request, or two.
    static final int MAX_TEXTS = 1_000;

    /// Whether the text is as written, or normalized by [TextNormalizer].
    enum Form {
        WRITTEN,
        NORMALIZED
    }

    /// What the text is in its row.
    enum Source {
        VALUE,
        KEYS
    }

    /// The texts to check, or why there are none.
    sealed interface Found {
        record Texts(List<CheckedText> list) implements Found {
            public Texts {
                list = List.copyOf(list);
            }
        }

        record Nothing(Reason reason) implements Found {}
    }

    /// With `normalize`, the normalized forms follow if they differ.
    static Found in(Row row, TextSelection selection, boolean normalize) {
        Found found = switch (selection.in(row)) {
            case Selected.Nothing(Reason reason) -> new Found.Nothing(reason);
            case Selected.Texts(List<RowText> texts) -> of(texts);
        };
        return normalize && found instanceof Found.Texts(List<CheckedText> written)
                ? new Found.Texts(withNormalized(written))
                : found;
    }

    private static List<CheckedText> withNormalized(List<CheckedText> written) {
        var all = new ArrayList<CheckedText>(written);
        for (CheckedText text : written) {
            String normalized = TextNormalizer.normalize(text.text());
            if (!normalized.equals(text.text()) && !normalized.isBlank()) {
                all.add(new CheckedText(text.source(), text.field(), Form.NORMALIZED, normalized));
            }
        }
        return all;
    }

    /// Empty texts are skipped: the services reject them.
    private static Found of(List<RowText> texts) {
        var checked = new ArrayList<CheckedText>();
        for (RowText text : texts) {
            if (text instanceof RowText.Value(String field, String value) && !value.isEmpty()) {
                checked.add(new CheckedText(Source.VALUE, field, Form.WRITTEN, value));
            }
        }
        if (checked.isEmpty()) {
            return new Found.Nothing(TextSelection.noText());
        }
        if (checked.size() > MAX_TEXTS) {
            return new Found.Nothing(tooMany(checked.size()));
        }
        String keys = texts.stream()
                .filter(text -> text instanceof RowText.Key && !text.text().isEmpty())
                .map(RowText::text)
                .distinct()
                .collect(Collectors.joining("\n"));
        if (!keys.isEmpty()) {
            checked.add(new CheckedText(Source.KEYS, FieldPath.ROW.toString(), Form.WRITTEN, keys));
        }
        return new Found.Texts(checked);
    }

    private static Reason tooMany(int count) {
        return Reason.of(
                        "too_many_texts",
                        "the row has %,d texts to check, more than %,d; name the fields to check, or join texts"
                                .formatted(count, MAX_TEXTS))
                .with("count", count)
                .with("max", MAX_TEXTS);
    }

    /// Its location for a message.
    String where() {
        String place = switch (source) {
            case VALUE -> "field '" + field + "'";
            case KEYS -> "a key of the row";
        };
        return form == Form.NORMALIZED ? place + " (normalized)" : place;
    }

    /// `reason` with the location of this text in its details.
    Reason placed(Reason reason) {
        Reason placed = switch (source) {
            case VALUE -> reason.with("field", field);
            case KEYS -> reason.with("field", field).with("keys", true);
        };
        return form == Form.NORMALIZED ? placed.with("normalized", true) : placed;
    }
}
