package dev.rowan.connectors.file;

import dev.rowan.api.plugin.Sink.Existing;
import java.io.IOException;
import java.util.Optional;

/// What a destination already holds, unpacked, for a format to read.
public record ExistingContent(Destination destination, Compression compression) {

    public String name() {
        return destination.name();
    }

    /// The content to append to; the caller closes it.
    public Optional<Input> appendedTo(Existing existing) throws IOException {
        return unpacked(destination.appendedTo(existing));
    }

    /// The current content, if it can be read; the caller closes it.
    public Optional<Input> present() throws IOException {
        return unpacked(destination.present());
    }

    private Optional<Input> unpacked(Optional<Input> input) throws IOException {
        return input.isPresent() ? Optional.of(CompressedInput.of(input.get(), compression, Long.MAX_VALUE)) : input;
    }
}
