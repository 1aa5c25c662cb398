package dev.rowan.parquet;

/// A value that a column's type cannot hold.
final class ValueConversionException extends Exception {
    private static final long serialVersionUID = 1L;

    ValueConversionException(String message) {
        super(message);
    }
}
