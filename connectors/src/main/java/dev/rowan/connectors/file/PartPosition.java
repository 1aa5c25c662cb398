package dev.rowan.connectors.file;

import dev.rowan.connectors.file.SeekableRecords.RecordStart;
import java.util.Optional;

/// A position in the parts of an input: the first record of the part with this number from 0, or one `within` it.
/// As text: `3`, or `3:65536:812` with offset and line.
record PartPosition(int part, Optional<RecordStart> within) {

    static PartPosition startOf(int part) {
        return new PartPosition(part, Optional.empty());
    }

    static PartPosition within(int part, RecordStart start) {
        return new PartPosition(part, Optional.of(start));
    }

    static PartPosition parse(String text) {
        String[] numbers = text.split(":", -1);
        int part = Integer.parseInt(numbers[0]);
        return numbers.length == 1
                ? startOf(part)
                : within(part, new RecordStart(Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
    }

    String text() {
        return within.map(start -> part + ":" + start.offset() + ":" + start.line())
                .orElseGet(() -> String.valueOf(part));
    }
}
