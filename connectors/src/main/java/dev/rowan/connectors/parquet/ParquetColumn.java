package dev.rowan.connectors.parquet;

/// A column of a flat table; its values are optional.
public record ParquetColumn(String name, Kind kind) {

    /// The type of the values, and the Java class that the writer accepts.
    public enum Kind {
        /// 64 bits; a `Long`.
        WHOLE(PhysicalType.INT64),
        /// UTF-8; a `byte[]`.
        TEXT(PhysicalType.BYTE_ARRAY),
        /// A `Boolean`.
        FLAG(PhysicalType.BOOLEAN),
        /// Microseconds since 1970 in UTC; a `Long`.
        TIME(PhysicalType.INT64),
        /// A decimal of 18 digits, 12 of them after the point; a `Long` in the smallest unit.
        DECIMAL(PhysicalType.INT64);

        private final PhysicalType physical;

        Kind(PhysicalType physical) {
            this.physical = physical;
        }

        PhysicalType physical() {
            return physical;
        }
    }

    /// The physical types of the format, by number.
    enum PhysicalType {
        BOOLEAN(0),
        INT64(2),
        BYTE_ARRAY(6);

        private final int number;

        PhysicalType(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
