package dev.rowan.parquet;

/// A value that a column's type cannot hold.
final class UnfitValueException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitValueException(String message) {
        super(message);
    }
}
