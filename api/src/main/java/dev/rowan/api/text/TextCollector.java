package dev.rowan.api.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects the texts of values at any depth, in row order: each key before its value. Owned by the row's thread.
final class TextCollector {
    /// Numbers with more zeros than this are not printed in plain form in a prompt either.
    private static final int MAX_ZEROS = 1_000;

    private final List<RowText> texts = new ArrayList<>();
    private int values;

    List<RowText> texts() {
        return texts;
    }

    /// The number of texts that are values, neither keys nor numbers.
    int values() {
        return values;
    }

    void addKey(String field, int index, String key) {
        texts.add(new RowText.Key(field, index, key));
    }

    /// Adds a field's value and everything beneath it.
    void addField(String name, @Nullable Object value) {
        if (value instanceof String text) {
            addValue(name, text);
        } else {
            add(FieldPath.field(name), value);
        }
    }

    /// Adds the value at `place` and everything beneath it.
    void add(FieldPath place, @Nullable Object value) {
        switch (value) {
            case List<?> _, Map<?, ?> _ -> {
                var path = new StringBuilder();
                place.steps().forEach(step -> PathWriter.append(path, step));
                addBeneath(path, value);
            }
            case null -> {}
            case String text -> addValue(place.toString(), text);
            default -> addScalar(place.toString(), value);
        }
    }

    private void addValue(String field, String text) {
        texts.add(new RowText.Value(field, text));
        values++;
    }

    private void addBeneath(StringBuilder path, @Nullable Object value) {
        int length = path.length();
        switch (value) {
            case null -> {}
            case String text -> addValue(path.toString(), text);
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    PathWriter.appendIndex(path, i);
                    addBeneath(path, list.get(i));
                    path.setLength(length);
                }
            }
            case Map<?, ?> map -> {
                int index = 0;
                for (var entry : map.entrySet()) {
                    String key = (String) entry.getKey();
                    addKey(path.toString(), index++, key);
                    PathWriter.appendKey(path, key);
                    addBeneath(path, entry.getValue());
                    path.setLength(length);
                }
            }
            default -> addScalar(path.toString(), value);
        }
    }

    private void addScalar(String field, Object value) {
        switch (value) {
            case Boolean _ -> {}
            case Long _, BigInteger _ -> texts.add(new RowText.NumberText(field, value.toString()));
            case BigDecimal number -> addDecimal(field, number);
            default ->
                throw new IllegalStateException(
                        "a row holds no " + value.getClass().getName());
        }
    }

    /// A prompt prints a number in plain digits, and within JSON as written.
    private void addDecimal(String field, BigDecimal number) {
        String written = number.toString();
        texts.add(new RowText.NumberText(field, written));
        if (Math.abs((long) number.scale()) <= MAX_ZEROS
                && !number.toPlainString().equals(written)) {
            texts.add(new RowText.NumberText(field, number.toPlainString()));
        }
    }
}
