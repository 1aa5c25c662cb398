package dev.rowan.landscape.export;

import java.util.List;

/// A column of an exported table. Any of its values may be absent.
public record ExportColumn(String name, Type type) {

    /// The type of the values, and their Java class.
    public enum Type {
        /// A `Long`.
        WHOLE,
        /// A `String`.
        TEXT,
        /// A `Boolean`.
        FLAG,
        /// An `Instant`, to the microsecond.
        TIME,
        /// A [dev.rowan.api.call.Usd].
        USD,
        /// A `byte[]`: JSON in UTF-8.
        JSON
    }

    static ExportColumn whole(String name) {
        return new ExportColumn(name, Type.WHOLE);
    }

    static ExportColumn text(String name) {
        return new ExportColumn(name, Type.TEXT);
    }

    static ExportColumn flag(String name) {
        return new ExportColumn(name, Type.FLAG);
    }

    static ExportColumn time(String name) {
        return new ExportColumn(name, Type.TIME);
    }

    static ExportColumn usd(String name) {
        return new ExportColumn(name, Type.USD);
    }

    static ExportColumn json(String name) {
        return new ExportColumn(name, Type.JSON);
    }

    /// The index of the column with this name.
    public static int indexOf(List<ExportColumn> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no column " + name);
    }
}
