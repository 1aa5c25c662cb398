package dev.rowan.web.table;

import java.io.IOException;

/// A value does not fit its column of a Parquet file; other formats have no such bounds.
public final class TableValueException extends IOException {
    private static final long serialVersionUID = 1L;

    TableValueException(String message) {
        super(message);
    }
}
