package dev.rowan.providers.gemini;

import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.Payload;
import dev.rowan.json.RowJson;
import dev.rowan.providers.service.LineEnvelope;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// The requests of a small batch, inlined in the create request. They are converted into a temporary file for
/// sending.
final class InlineRequests {
    /// The limit of a body, less the envelope.
    private static final long MAX_BYTES = 20_000_000 - 10_000;

    /// How much longer a request is inline than in a file.
    private static final int LONGER = 16;

    private static final byte[] BEFORE_KEY = ascii("{\"key\":\"");
    private static final byte[] BEFORE_REQUEST = ascii("\",\"request\":");
    private static final byte[] FIRST = ascii("{\"request\":");
    private static final byte[] BEFORE_METADATA = ascii(",\"metadata\":{\"key\":\"");
    private static final byte[] LAST = ascii("\"}}\n");

    static final LineEnvelope LINE = new LineEnvelope("{\"key\":\"", "\",\"request\":", "}");

    private InlineRequests() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean fit(Submission submission) {
        return submission.bytes() + (long) LONGER * submission.count() <= MAX_BYTES;
    }

    /// Writes the requests to `copy` in inline form, one per line.
    static FileBody body(Submission submission, Path copy) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(submission.requests()), 1 << 16);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(copy), 1 << 16)) {
            var line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    write(line.toByteArray(), out);
                    line.reset();
                } else {
                    line.write(next);
                }
            }
            if (line.size() > 0) {
                throw new IOException(submission.requests() + " must end with a line feed");
            }
        }
        return new FileBody(before(submission.tag()), copy, Payload.utf8("]}}}}"), FileBody.Lines.JOINED);
    }

    private static Payload before(String tag) {
        var before = new ByteArrayOutputStream();
        before.writeBytes(ascii("{\"batch\":{\"displayName\":"));
        before.writeBytes(RowJson.writeValue(tag));
        before.writeBytes(ascii(",\"inputConfig\":{\"requests\":{\"requests\":["));
        return Payload.of(before.toByteArray());
    }

    private static void write(byte[] line, OutputStream out) throws IOException {
        int key = BEFORE_KEY.length;
        int end = key;
        while (end < line.length && line[end] != '"') {
            end++;
        }
        int request = end + BEFORE_REQUEST.length;
        boolean ours = request < line.length
                && Arrays.equals(line, 0, key, BEFORE_KEY, 0, key)
                && Arrays.equals(line, end, request, BEFORE_REQUEST, 0, BEFORE_REQUEST.length);
        if (!ours) {
            throw new IOException("the request file contains an unexpected line");
        }
        out.write(FIRST);
        out.write(line, request, line.length - 1 - request);
        out.write(BEFORE_METADATA);
        out.write(line, key, end - key);
        out.write(LAST);
    }
}
