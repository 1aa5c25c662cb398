package dev.rowan.api.call;

import dev.rowan.api.call.FileBody.Lines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/// The bytes of a [FileBody] as a stream. Owned by one thread.
///
/// The length is fixed when it is opened: a file that shrinks is an error, and bytes appended to it are not read.
public final class BodyStream extends InputStream {
    private final FileBody body;
    private final FileChannel file;
    private final long length;
    private final ByteBuffer before;
    private final ByteBuffer after;
    private long left;

    private BodyStream(FileBody body, FileChannel file, long content) {
        this.body = body;
        this.file = file;
        this.left = content;
        this.before = ByteBuffer.wrap(body.before().bytes());
        this.after = ByteBuffer.wrap(body.after().bytes());
        this.length = before.remaining() + content + after.remaining();
    }

    static BodyStream of(FileBody body) throws IOException {
        FileChannel file = FileChannel.open(body.file(), StandardOpenOption.READ);
        try {
            boolean joined = body.lines() == Lines.JOINED && file.size() > 0;
            if (joined) {
                checkEnd(body, file);
            }
            return new BodyStream(body, file, joined ? file.size() - 1 : file.size());
        } catch (IOException broken) {
            file.close();
            throw broken;
        }
    }

    /// When lines are joined, the last byte is dropped, so it must be a line feed.
    private static void checkEnd(FileBody body, FileChannel file) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        if (file.read(last, file.size() - 1) != 1 || last.get(0) != '\n') {
            throw new IOException(body.file() + " must end with a line feed");
        }
    }

    /// The total number of bytes sent.
    public long length() {
        return length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int max) throws IOException {
        if (before.hasRemaining()) {
            return take(before, bytes, from, max);
        }
        if (left > 0) {
            return content(bytes, from, (int) Math.min(left, max));
        }
        return after.hasRemaining() ? take(after, bytes, from, max) : -1;
    }

    private static int take(ByteBuffer source, byte[] bytes, int from, int max) {
        int count = Math.min(source.remaining(), max);
        source.get(bytes, from, count);
        return count;
    }

    private int content(byte[] bytes, int from, int max) throws IOException {
        int count = file.read(ByteBuffer.wrap(bytes, from, max));
        if (count < 0) {
            throw new EOFException(body.file() + " shrank by " + left + " bytes while it was being sent");
        }
        left -= count;
        if (body.lines() == Lines.JOINED) {
            join(bytes, from, count);
        }
        return count;
    }

    private static void join(byte[] bytes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (bytes[i] == '\n') {
                bytes[i] = ',';
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
