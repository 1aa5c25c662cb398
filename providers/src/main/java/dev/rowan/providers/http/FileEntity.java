package dev.rowan.providers.http;

import dev.rowan.api.call.BodyStream;
import dev.rowan.api.call.FileBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/// A request body streamed from a file. The file is opened first, so that a read error is known before anything is
/// sent.
final class FileEntity extends AbstractHttpEntity {
    private static final int PIECE = 64 * 1024;

    private final FileBody body;
    private final BodyStream open;

    private FileEntity(FileBody body, BodyStream open) {
        super((ContentType) null, null);
        this.body = body;
        this.open = open;
    }

    static FileEntity of(FileBody body) throws LocalFileException {
        try {
            return new FileEntity(body, body.open());
        } catch (IOException e) {
            throw trouble(body, e);
        }
    }

    private static LocalFileException trouble(FileBody body, IOException cause) {
        return new LocalFileException("cannot read " + body.file(), cause);
    }

    @Override
    public long getContentLength() {
        return open.length();
    }

    /// Sends everything; a file that shrinks aborts the exchange.
    @Override
    public void writeTo(OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        int count = read(piece);
        while (count >= 0) {
            out.write(piece, 0, count);
            count = read(piece);
        }
    }

    private int read(byte[] piece) throws LocalFileException {
        try {
            return open.read(piece);
        } catch (IOException e) {
            throw trouble(body, e);
        }
    }

    @Override
    public InputStream getContent() {
        return open;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public void close() throws IOException {
        open.close();
    }
}
