package dev.rowan.parquet;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The type of a column, as written in settings: `decimal(18,4)`, `list(text)`, `struct(id: int64, tags:
/// list(text))`.
public sealed interface ColumnType {

    /// Types without parameters.
    enum Simple implements ColumnType {
        /// UTF-8; values that are no text are written as JSON.
        TEXT,
        /// JSON of any value.
        JSON,
        INT64,
        DOUBLE,
        BOOLEAN,
        /// An instant, in microseconds.
        TIMESTAMP,
        /// A date and time without a zone, in microseconds.
        DATETIME,
        DATE,
        /// The time of a day, in microseconds.
        TIME,
        /// Bytes; base64 in rows.
        BYTES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A decimal number of up to `precision` digits, `scale` of them after the point.
    record Decimal(int precision, int scale) implements ColumnType {
        public static final int MAX_PRECISION = 38;

        public Decimal {
            if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("decimal(" + precision + "," + scale
                        + ") must have 1 to 38 digits, and no more after the point");
            }
        }

        @Override
        public String toString() {
            return "decimal(" + precision + "," + scale + ")";
        }
    }

    record Listing(ColumnType element) implements ColumnType {
        @Override
        public String toString() {
            return "list(" + element + ")";
        }
    }

    record Struct(Map<String, ColumnType> fields) implements ColumnType {
        public Struct {
            fields = new LinkedHashMap<>(fields);
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("a struct must have a field");
            }
        }

        @Override
        public String toString() {
            return "struct("
                    + fields.entrySet().stream()
                            .map(field -> field.getKey() + ": " + field.getValue())
                            .collect(Collectors.joining(", "))
                    + ")";
        }
    }

    /// Parses a type; an [IllegalArgumentException] says what must hold.
    static ColumnType parse(String text) {
        return TypeParser.parse(text);
    }
}
