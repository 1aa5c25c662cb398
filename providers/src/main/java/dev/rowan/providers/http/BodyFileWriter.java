package dev.rowan.providers.http;

import dev.rowan.api.call.ReplyFile;
import dev.rowan.api.call.Transfer;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.MessageSupport;

/// Writes the body of a reply to a file. It is complete only if its announced end was received and everything is
/// synced.
final class BodyFileWriter {
    private static final int PIECE = 64 * 1024;

    private final WireConnection connection;
    private final ExchangeState exchange;
    private final Transfer transfer;

    BodyFileWriter(WireConnection connection, ExchangeState exchange, Transfer transfer) {
        this.connection = connection;
        this.exchange = exchange;
        this.transfer = transfer;
    }

    /// Reads the body to its end; false if it is too large.
    boolean receive(ClassicHttpRequest request, ClassicHttpResponse response) throws IOException, HttpException {
        try (ReplyFile file = open()) {
            if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
                connection.receiveResponseEntity(response);
            }
            HttpEntity entity = response.getEntity();
            if (entity != null && !copy(entity, file)) {
                return false;
            }
            exchange.stored(finish(file));
            return true;
        }
    }

    private boolean copy(HttpEntity entity, ReplyFile file) throws IOException {
        if (entity.getContentLength() > transfer.maxBytes()) {
            return false;
        }
        if (entity.getContentLength() < 0 && !entity.isChunked()) {
            throw new ConnectionClosedException(
                    "the reply has neither a length nor chunks, so truncation would go unnoticed");
        }
        InputStream in = entity.getContent();
        byte[] piece = new byte[PIECE];
        int count = in.read(piece);
        while (count >= 0) {
            if (count > transfer.maxBytes() - file.size()) {
                return false;
            }
            write(file, piece, count);
            count = in.read(piece);
        }
        if (entity.isChunked() && connection.hasEnded()) {
            // the library takes the end of a connection for the end of the trailers
            throw new ConnectionClosedException("the reply ended within its last chunk");
        }
        return true;
    }

    private ReplyFile open() throws LocalFileException {
        try {
            return ReplyFile.open(transfer.into().orElseThrow());
        } catch (IOException e) {
            throw trouble(e);
        }
    }

    private void write(ReplyFile file, byte[] piece, int count) throws LocalFileException {
        try {
            file.write(piece, 0, count);
        } catch (IOException e) {
            throw trouble(e);
        }
    }

    private String finish(ReplyFile file) throws LocalFileException {
        try {
            return file.finish();
        } catch (IOException e) {
            throw trouble(e);
        }
    }

    private LocalFileException trouble(IOException cause) {
        return new LocalFileException("cannot write " + transfer.into().orElseThrow(), cause);
    }
}
