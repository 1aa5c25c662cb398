package dev.rowan.connectors.parquet;

/// A column of a flat table; each of its values may be absent.
public record ParquetColumn(String name, Kind kind) {

    /// What the values are, and as which Java class the writer takes them.
    public enum Kind {
        /// 64 bits; a `Long`.
        WHOLE(PhysicalType.INT64),
        /// UTF-8; a `byte[]`.
        TEXT(PhysicalType.BYTE_ARRAY),
        /// A `Boolean`.
        FLAG(PhysicalType.BOOLEAN),
        /// Microseconds since 1970 in UTC; a `Long`.
        TIME(PhysicalType.INT64),
        /// 18 digits, 12 of them behind the point; a `Long` that counts the smallest unit.
        DECIMAL(PhysicalType.INT64);

        private final PhysicalType physical;

        Kind(PhysicalType physical) {
            this.physical = physical;
        }

        PhysicalType physical() {
            return physical;
        }
    }

    /// How the format stores values, by its own numbers.
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
