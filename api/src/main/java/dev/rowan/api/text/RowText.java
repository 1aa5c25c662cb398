package dev.rowan.api.text;

/// One text of a row. `field` is the path of where it stands.
public sealed interface RowText {
    String field();

    String text();

    /// A value that is text.
    record Value(String field, String text) implements RowText {}

    /// A number, as a prompt would show it.
    record NumberText(String field, String text) implements RowText {}

    /// A key of the object at `field`, or a field name when that is `row`. `index` is its place among the keys, from
    /// 0.
    record Key(String field, int index, String text) implements RowText {}

    /// Where it stands, in the words of a message, which never quotes the text itself.
    default String where() {
        return switch (this) {
            case Value _, NumberText _ -> "field '" + field() + "'";
            case Key _ ->
                field().equals(FieldPath.ROW.toString()) ? "a field name" : "a key of field '" + field() + "'";
        };
    }
}
