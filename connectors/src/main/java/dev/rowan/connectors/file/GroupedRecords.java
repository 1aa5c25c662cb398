package dev.rowan.connectors.file;

import dev.rowan.connectors.file.SeekableRecords.RecordStart;
import java.io.IOException;
import java.util.Optional;

/// Records in groups, such as the row groups of a columnar file, that can be read from some records on.
public interface GroupedRecords extends InputRecords {

    /// Where the record starts that [#next] returned last, if reading can begin there: the records before it, and its
    /// group from 1.
    Optional<RecordStart> start();

    /// Makes the record at `start` the next one. Called before [#next].
    void skipTo(RecordStart start) throws IOException;
}
