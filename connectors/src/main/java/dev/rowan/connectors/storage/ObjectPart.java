package dev.rowan.connectors.storage;

import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.InputPart;
import java.util.Optional;
import java.util.OptionalLong;

/// An object that a source reads, as it was when it was listed; a [RangedInput] checks its version with every
/// request. `path` is its name in rows.
public record ObjectPart(RangeReader reader, String path, ObjectVersion version) implements InputPart {

    @Override
    public String name() {
        return reader.address();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(version.size());
    }

    @Override
    public Optional<String> fingerprint() {
        return Optional.of(version.fingerprint());
    }

    @Override
    public Input open() {
        return new RangedInput(reader, version, 0);
    }
}
