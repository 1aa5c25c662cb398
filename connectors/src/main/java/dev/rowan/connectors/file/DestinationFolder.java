package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.OutputFolder;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Parts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/// What is beside a destination.
public record DestinationFolder(Destination destination) implements OutputFolder {
    private static final int CHUNK = 64 * 1024;

    /// How parts of the destination are written; those of `lines` can be joined.
    public static Parts parts(Destination destination, boolean lines) {
        if (destination.fileName().isEmpty()) {
            return new Parts.Refused("it writes to standard output; name a file in 'path'");
        }
        if (destination.appends(Existing.REFUSE)) {
            return new Parts.Refused("several workers cannot append to a file; use 'mode: create'");
        }
        return lines && destination.joinsParts()
                ? new Parts.Joined()
                : new Parts.Listed(destination.fileName().get(), new DestinationFolder(destination));
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        Destination file = destination.sibling(name);
        if (file.size().isEmpty()) {
            return Optional.empty();
        }
        Optional<Input> found = file.whole();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (Input input = found.get()) {
            var content = new ByteArrayOutputStream();
            var bytes = new byte[CHUNK];
            for (int read = input.read(bytes, 0, CHUNK); read >= 0; read = input.read(bytes, 0, CHUNK)) {
                content.write(bytes, 0, read);
            }
            return Optional.of(content.toByteArray());
        }
    }

    @Override
    public void write(String name, byte[] content) throws IOException {
        OutputTarget target = destination.sibling(name).openWhole(Faults.NONE).target();
        try {
            target.write(content, content.length);
            target.endPart();
            target.finish();
        } catch (IOException e) {
            target.close(0);
            throw target.failed(e, 0);
        }
        target.close(content.length);
    }

    @Override
    public void delete(String name) throws IOException {
        destination.sibling(name).delete();
    }
}
