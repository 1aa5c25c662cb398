package dev.rowan.api.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A request body streamed from a file of lines, with bytes before and after it.
///
/// With [Lines#JOINED] each line feed is sent as a comma and the last one is dropped: lines become the elements of
/// a JSON array.
public record FileBody(Payload before, Path file, Payload after, Lines lines) {

    public enum Lines {
        AS_THEY_ARE,
        JOINED
    }

    /// The number of bytes to send.
    public long length() throws IOException {
        long content = Files.size(file);
        return before.size() + content - (lines == Lines.JOINED && content > 0 ? 1 : 0) + after.size();
    }

    /// Opens the bytes to send. A file whose last line is not terminated cannot be joined.
    public BodyStream open() throws IOException {
        return BodyStream.of(this);
    }
}
