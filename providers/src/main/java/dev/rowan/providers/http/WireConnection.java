package dev.rowan.providers.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// A connection that reports to its exchange when sending and receiving start.
///
/// Owned by the thread of its exchange; other threads may only close it. Closed immediately, without a TLS close
/// that could block.
final class WireConnection extends DefaultBHttpClientConnection {
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(16 * 1024)
            .setMaxHeaderCount(200)
            .build();
    private static final Timeout MOMENT = Timeout.ofMilliseconds(1);

    private final Socket socket;
    private final SocketChannel channel;
    private @Nullable ExchangeState exchange;
    private boolean probing;
    private boolean ended;

    /// `socket` is what requests are written to, `channel` the transport below it.
    private WireConnection(Socket socket, SocketChannel channel) {
        super(LIMITS);
        this.socket = socket;
        this.channel = channel;
    }

    static WireConnection over(SocketChannel channel) throws IOException {
        var connection = new WireConnection(channel.socket(), channel);
        connection.bind(connection.new Watched(channel.socket()));
        return connection;
    }

    static WireConnection over(SSLSocket secured, SocketChannel channel) throws IOException {
        var connection = new WireConnection(secured, channel);
        connection.bind(connection.new Watched(secured, channel.socket()));
        return connection;
    }

    void serve(ExchangeState next) {
        exchange = next;
    }

    /// The head of the next reply. The HTTP library accepts the end of the connection as the end of a head, so that
    /// a truncated head would look complete; here it is an error.
    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        ClassicHttpResponse response = super.receiveResponseHeader();
        if (ended) {
            throw new ConnectionClosedException("the reply ended within its head");
        }
        return response;
    }

    /// Whether the server has closed the connection.
    boolean hasEnded() {
        return ended;
    }

    /// Whether bytes are buffered that belong to no reply: such a connection must not be reused, or the next
    /// exchange would read them as its reply.
    boolean hasLeftOver() {
        probing = true;
        try {
            return isDataAvailable(MOMENT);
        } catch (IOException _) {
            return true;
        } finally {
            probing = false;
        }
    }

    /// Whether this idle connection must not be reused: the server has closed it, or has sent something that belongs
    /// to no reply, such as a TLS close_notify. Reads without waiting and sends nothing; what it reads is discarded
    /// with the connection.
    @Override
    public boolean isStale() {
        try {
            channel.configureBlocking(false);
            boolean readable = channel.read(ByteBuffer.allocate(1)) != 0;
            channel.configureBlocking(true);
            return readable || hasDecrypted();
        } catch (IOException _) {
            return true;
        }
    }

    /// Whether TLS has buffered bytes that were received with the last reply and belong to none.
    private boolean hasDecrypted() throws IOException {
        return socket instanceof SSLSocket && socket.getInputStream().available() > 0;
    }

    @Override
    public void close() {
        close(CloseMode.IMMEDIATE);
    }

    /// The streams of the socket, observed by the exchange.
    private final class Watched extends SocketHolder {
        Watched(Socket socket) {
            super(socket);
        }

        Watched(SSLSocket secured, Socket socket) {
            super(secured, socket);
        }

        @Override
        protected InputStream getInputStream(Socket from) throws IOException {
            return new Incoming(from.getInputStream());
        }

        @Override
        protected OutputStream getOutputStream(Socket to) throws IOException {
            return new Outgoing(to.getOutputStream());
        }
    }

    /// Signals a probe that nothing is to be read. Thrown once per call and caught by the caller, so it has no stack
    /// trace.
    private static final class NothingBuffered extends SocketTimeoutException {
        private static final long serialVersionUID = 1;

        NothingBuffered() {
            super("only what is buffered counts");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private final class Incoming extends FilterInputStream {
        Incoming(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (probing) {
                throw new NothingBuffered();
            }
            int count = in.read(bytes, from, length);
            ended |= count < 0;
            if (count > 0 && exchange != null) {
                exchange.receives();
            }
            return count;
        }
    }

    private final class Outgoing extends FilterOutputStream {
        Outgoing(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (exchange != null) {
                exchange.sends();
            }
            out.write(bytes, from, length);
        }
    }
}
