package dev.rowan.api.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A request body that is streamed from a file of lines, each ended by a line feed, with bytes before and
/// after it.
///
/// With [Lines#JOINED] each line feed is sent as a comma, and the last one not at all: lines become the
/// elements of a JSON array, or of one inside an object.
public record FileBody(Payload before, Path file, Payload after, Lines lines) {

    public enum Lines {
        AS_THEY_ARE,
        JOINED
    }

    /// How many bytes are sent.
    public long length() throws IOException {
        long content = Files.size(file);
        return before.size() + content - (lines == Lines.JOINED && content > 0 ? 1 : 0) + after.size();
    }

    /// The bytes that are sent, to be read once and closed. A file whose last line has no end cannot be
    /// joined.
    public BodyStream open() throws IOException {
        return BodyStream.of(this);
    }
}
