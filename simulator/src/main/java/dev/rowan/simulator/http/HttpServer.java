package dev.rowan.simulator.http;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/// An HTTP server on the loopback address, with one virtual thread a connection.
///
/// Its accepting thread owns the listening socket; each connection's thread owns its own.
public final class HttpServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    private final ServerSocket listening;
    private final CallScope scope = CallScope.open("simulator");
    private final Handler handler;
    private final HttpLimits limits;
    private final Time time;

    private HttpServer(ServerSocket listening, Handler handler, HttpLimits limits, Time time) {
        this.listening = listening;
        this.handler = handler;
        this.limits = limits;
        this.time = time;
    }

    /// Listens on `port`, or on any free one when that is 0.
    public static HttpServer start(int port, HttpLimits limits, Time time, Handler handler) throws IOException {
        var listening = new ServerSocket();
        try {
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        var server = new HttpServer(listening, handler, limits, time);
        server.scope.start(server::accept);
        return server;
    }

    /// Where the server is, such as `http://127.0.0.1:41234`.
    public URI address() {
        return URI.create("http://" + listening.getInetAddress().getHostAddress() + ":" + listening.getLocalPort());
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                serve(listening.accept());
            } catch (IOException _) {
                // the server closes, or the peer disconnected
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        boolean served = false;
        try {
            if (scope.running() <= limits.connections() && !listening.isClosed()) {
                scope.start(new Connection(socket, handler, limits, time));
                served = true;
            }
        } finally {
            if (!served) {
                socket.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        scope.close();
    }
}
