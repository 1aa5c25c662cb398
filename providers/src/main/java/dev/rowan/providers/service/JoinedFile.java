package dev.rowan.providers.service;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// A file of results made of several downloads. Owned by one thread.
public final class JoinedFile implements AutoCloseable {
    private final Path file;
    private final Path part;

    private JoinedFile(Path file, Path part) {
        this.file = file;
        this.part = part;
    }

    /// Writes the replies to `requests` one after the other into a file and returns its SHA-256. Each ends with a whole
    /// line. `step` interprets the replies.
    public static BatchReply<String> download(
            List<WireRequest> requests, BatchStep step, long maxBytes, Path into, Wire wire) {
        try (var joined = create(into)) {
            for (WireRequest request : requests) {
                Path target = requests.size() == 1 ? into : joined.part;
                WireReply reply = wire.transfer(new Transfer(request, Optional.empty(), Optional.of(target), maxBytes));
                BatchReply<String> part = step.replied(reply, WireReply.Complete::filed);
                if (!(part instanceof BatchReply.Done<String>) || requests.size() == 1) {
                    return part;
                }
                joined.append();
            }
            return new BatchReply.Done<>(Sha256.hex(into), Optional.empty());
        } catch (IOException e) {
            return new BatchReply.NotSent<>("cannot store the results: " + IoMessages.reason(e), true);
        }
    }

    /// `file` is created or emptied; parts are stored beside it.
    private static JoinedFile create(Path file) throws IOException {
        Files.write(file, new byte[0]);
        return new JoinedFile(file, file.resolveSibling(file.getFileName() + ".next"));
    }

    /// A part may lack the end of its last line.
    private void append() throws IOException {
        try (var in = new RandomAccessFile(part.toFile(), "r");
                var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            Channels.newInputStream(in.getChannel()).transferTo(out);
            if (in.length() > 0) {
                in.seek(in.length() - 1);
                if (in.read() != '\n') {
                    out.write('\n');
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(part);
    }
}
