package dev.rowan.simulator.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads the requests of one connection, one after the other. Owned by the connection's thread.
final class RequestReader {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final OutputStream out;
    private final HttpLimits limits;
    private byte[] buffer = new byte[4096];
    private int from;
    private int to;

    RequestReader(InputStream in, OutputStream out, HttpLimits limits) {
        this.in = in;
        this.out = out;
        this.limits = limits;
    }

    /// The next request; empty when the peer has closed the connection between two of them.
    Optional<HttpRequest> next() throws IOException, BadRequestException {
        int end = awaitHead();
        if (end < 0) {
            return Optional.empty();
        }
        RequestHeader head = RequestHeader.parse(buffer, from, end);
        from = end;
        if (head.expectsContinue()) {
            out.write(CONTINUE);
        }
        return Optional.of(new HttpRequest(head, head.isChunked() ? chunked() : sized(head.contentLength())));
    }

    /// Reads until a whole head is in the buffer; its end, or a negative number when the peer sent nothing more.
    private int awaitHead() throws IOException, BadRequestException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        int scanned = 0;
        while (true) {
            for (; scanned < to; scanned++) {
                if (buffer[scanned] == '\n' && isEmptyLine(scanned)) {
                    return scanned + 1;
                }
            }
            if (to >= limits.headBytes()) {
                throw new BadRequestException(431, "a head may have " + limits.headBytes() + " bytes");
            }
            if (!fill()) {
                if (to == 0) {
                    return -1;
                }
                throw new EOFException("the peer closed in the middle of a head");
            }
        }
    }

    private boolean isEmptyLine(int newline) {
        int before = newline - 1;
        if (before >= 0 && buffer[before] == '\r') {
            before--;
        }
        return before > 0 && buffer[before] == '\n';
    }

    private boolean fill() throws IOException {
        if (to == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = in.read(buffer, to, buffer.length - to);
        to += Math.max(read, 0);
        return read > 0;
    }

    private byte[] sized(long length) throws IOException, BadRequestException {
        if (length > limits.bodyBytes()) {
            throw tooLarge();
        }
        byte[] body = new byte[(int) length];
        int buffered = Math.min(to - from, body.length);
        System.arraycopy(buffer, from, body, 0, buffered);
        from += buffered;
        if (in.readNBytes(body, buffered, body.length - buffered) < body.length - buffered) {
            throw new EOFException("the peer closed in the middle of a body");
        }
        return body;
    }

    private byte[] chunked() throws IOException, BadRequestException {
        var body = new ByteArrayOutputStream();
        while (true) {
            int size = chunkSize(line());
            if (body.size() + (long) size > limits.bodyBytes()) {
                throw tooLarge();
            }
            if (size == 0) {
                while (!line().isEmpty()) {
                    // trailers say nothing that we need
                }
                return body.toByteArray();
            }
            body.write(sized(size));
            line();
        }
    }

    private static int chunkSize(String line) throws BadRequestException {
        int semicolon = line.indexOf(';');
        try {
            return Integer.parseUnsignedInt((semicolon < 0 ? line : line.substring(0, semicolon)).strip(), 16)
                    & Integer.MAX_VALUE;
        } catch (NumberFormatException _) {
            throw new BadRequestException(400, "a chunk must begin with its size");
        }
    }

    private String line() throws IOException, BadRequestException {
        var line = new ByteArrayOutputStream(32);
        while (line.size() <= limits.headBytes()) {
            if (from == to) {
                from = 0;
                to = 0;
                if (!fill()) {
                    throw new EOFException("the peer closed in the middle of a chunk");
                }
            }
            byte next = buffer[from++];
            if (next == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).strip();
            }
            line.write(next);
        }
        throw new BadRequestException(400, "a line between chunks is too long");
    }

    private BadRequestException tooLarge() {
        return new BadRequestException(413, "a body may have " + limits.bodyBytes() + " bytes");
    }
}
