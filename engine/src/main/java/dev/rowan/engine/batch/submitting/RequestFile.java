package dev.rowan.engine.batch.submitting;

import dev.rowan.api.Sha256;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/// Writes the requests of a job: each line is the body of a call in the provider's envelope. The same calls
/// give the same bytes. Owned by one thread.
public final class RequestFile implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final BatchService service;
    private final String submission;
    private final MessageDigest digest = Sha256.create();
    private final OutputStream out;
    private int items;
    private long bytes;

    public RequestFile(BatchService service, String submission, Path file) throws IOException {
        this.service = service;
        this.submission = submission;
        this.out = new BufferedOutputStream(new DigestOutputStream(Files.newOutputStream(file), digest), BUFFER);
    }

    /// The line of a call as the next item.
    public byte[] line(byte[] body) {
        return service.line(new CustomId(submission, items).text(), body);
    }

    /// The number of bytes of a recorded call's body when it is sent.
    public static int sentBytes(Payload request) {
        HttpMessage.Parts parts = HttpMessage.read(request.bytes());
        return Math.toIntExact(parts.body().size() + Attachment.addedBytes(parts.headers()));
    }

    public void add(byte[] line) throws IOException {
        out.write(line);
        bytes += line.length;
        items++;
    }

    public long bytes() {
        return bytes;
    }

    /// The hash of all lines, after the file is closed.
    public String hash() {
        return Sha256.hex(digest);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
