package dev.rowan.connectors.file;

import dev.rowan.api.config.Section;
import java.util.Optional;

/// How a source reads its parts, whatever their format: the field for their names, compression and encoding.
record ReadOptions(Optional<String> fileName, Compression compression, long maxRatio, Encoding encoding) {

    static ReadOptions read(Section section) {
        return new ReadOptions(
                section.find(SourceOptions.FILE_NAME),
                section.get(SourceOptions.COMPRESSION),
                section.get(SourceOptions.MAX_RATIO),
                Encoding.of(section.get(SourceOptions.ENCODING)));
    }
}
