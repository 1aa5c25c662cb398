package dev.rowan.connectors.file;

import java.io.IOException;

/// Records that can be read from within the input.
public interface SeekableRecords extends InputRecords {

    /// Where a record starts: the bytes before it, and its first line from 1.
    record RecordStart(long offset, long line) {}

    /// Where the record starts that [#next] returned last.
    RecordStart start();

    /// The records from `start` on, like those of this input, of which `rest` are the bytes from there on.
    SeekableRecords from(Input rest, RecordStart start) throws IOException;
}
