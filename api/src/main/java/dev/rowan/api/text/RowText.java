package dev.rowan.api.text;

/// A text in a row. `field` is its path.
public sealed interface RowText {
    String field();

    String text();

    /// A string value.
    record Value(String field, String text) implements RowText {}

    /// A number, as a prompt would print it.
    record NumberText(String field, String text) implements RowText {}

    /// A key of the object at `field`, or a field name if that is `row`. `index` is its position among the keys,
    /// from 0.
    record Key(String field, int index, String text) implements RowText {}

    /// Its location for a message, which never quotes the text itself.
    default String location() {
        return switch (this) {
            case Value _, NumberText _ -> "field '" + field() + "'";
            case Key _ ->
                field().equals(FieldPath.ROW.toString()) ? "a field name" : "a key of field '" + field() + "'";
        };
    }
}
