package dev.rowan.providers.http;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.message.MessageSupport;

/// One request and its reply on one connection. The body is kept as received, up to `maxBody` bytes, or written to
/// a file; content encodings are neither requested nor decoded.
final class HttpExchange {
    private static final int MAX_PART = 8 * 1024;

    private final WireConnection connection;
    private final ExchangeState exchange;
    private final int maxBody;

    HttpExchange(WireConnection connection, ExchangeState exchange, int maxBody) {
        this.connection = connection;
        this.exchange = exchange;
        this.maxBody = maxBody;
    }

    /// The result, and whether the connection can be reused.
    record End(WireReply reply, boolean reusable) {}

    End hold(Transfer wanted) {
        try {
            ClassicHttpRequest request = RequestHead.of(wanted);
            send(request);
            ClassicHttpResponse response = receiveHead();
            boolean filed = wanted.into().isPresent() && response.getCode() / 100 == 2;
            boolean whole = filed
                    ? new BodyFileWriter(connection, exchange, wanted).receive(request, response)
                    : receiveBody(request, response);
            return whole
                    ? new End(exchange.complete(), ConnectionReuse.allowed(request, response))
                    : broken(
                            Fault.TOO_LARGE,
                            "the reply is larger than " + (filed ? wanted.maxBytes() : maxBody) + " bytes");
        } catch (LocalFileException e) {
            return broken(Fault.FILE, ErrorText.of(e));
        } catch (TruncatedChunkException | ConnectionClosedException e) {
            return broken(exchange.isAnswered() ? Fault.TRUNCATED : Fault.RESET, ErrorText.of(e));
        } catch (MalformedChunkCodingException e) {
            return broken(connection.hasEnded() ? Fault.TRUNCATED : Fault.PROTOCOL, ErrorText.of(e));
        } catch (HttpException e) {
            return broken(Fault.PROTOCOL, ErrorText.of(e));
        } catch (NoHttpResponseException _) {
            return broken(Fault.RESET, "the connection was closed before a reply");
        } catch (IOException e) {
            return broken(Fault.RESET, ErrorText.of(e));
        }
    }

    private void send(ClassicHttpRequest request) throws IOException, HttpException {
        try (HttpEntity _ = request.getEntity()) {
            connection.sendRequestHeader(request);
            connection.sendRequestEntity(request);
            connection.flush();
        }
    }

    private End broken(Fault fault, String detail) {
        return new End(exchange.broken(fault, detail), false);
    }

    /// The head of the final reply; interim ones (100 to 199) are skipped.
    private ClassicHttpResponse receiveHead() throws IOException, HttpException {
        ClassicHttpResponse response = connection.receiveResponseHeader();
        while (response.getCode() < 200) {
            response = connection.receiveResponseHeader();
        }
        var fields = new ArrayList<Headers.Field>();
        response.headerIterator().forEachRemaining(h -> fields.add(new Headers.Field(h.getName(), h.getValue())));
        exchange.answered(response.getCode(), new Headers(fields));
        return response;
    }

    /// Reads the body to its end; false if it exceeds the cap.
    private boolean receiveBody(ClassicHttpRequest request, ClassicHttpResponse response)
            throws IOException, HttpException {
        if (!MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
            return true;
        }
        connection.receiveResponseEntity(response);
        if (response.getEntity() == null) {
            return true;
        }
        long announced = response.getEntity().getContentLength();
        var bytes = new ByteArrayOutputStream(announced >= 0 && announced <= maxBody ? (int) announced : 4096);
        boolean whole;
        try {
            whole = copy(response.getEntity().getContent(), announced, bytes);
        } finally {
            exchange.read(Payload.of(bytes.toByteArray()));
        }
        if (response.getEntity().isChunked() && connection.hasEnded()) {
            // the library takes the end of a connection for the end of the trailers
            throw new ConnectionClosedException("the reply ended within its last chunk");
        }
        return whole;
    }

    private boolean copy(InputStream in, long announced, ByteArrayOutputStream bytes) throws IOException {
        var part = new byte[announced > 0 && announced < MAX_PART ? (int) announced : MAX_PART];
        int count = in.read(part);
        while (count >= 0) {
            int fits = Math.min(count, maxBody - bytes.size());
            bytes.write(part, 0, fits);
            if (fits < count) {
                return false;
            }
            count = in.read(part);
        }
        return true;
    }
}
