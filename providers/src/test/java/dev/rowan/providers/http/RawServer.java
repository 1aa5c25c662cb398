package dev.rowan.providers.http;

import dev.rowan.api.CallScope;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/// A server on loopback that speaks bytes: each connection is handed to a script, and every request that arrived
/// whole is kept.
///
/// Shared state: the requests and connections, concurrent lists; how many connections were closed and not awaited yet.
final class RawServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Script script;
    private final CallScope scope = CallScope.open("raw-server");
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final Semaphore closed = new Semaphore(0);

    /// What the server does with a connection; it is closed afterwards.
    @FunctionalInterface
    interface Script {
        void serve(Socket socket, RawServer server) throws Exception;
    }

    RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        scope.start(this::accept);
    }

    static RawServer start(Script script) throws IOException {
        return new RawServer(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), script);
    }

    /// Answers every request on a connection with the same bytes.
    static RawServer answering(String reply) throws IOException {
        return start((socket, server) -> {
            while (server.readRequest(socket)) {
                write(socket, reply);
            }
        });
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// Ends the connection with a reset, as a crash would.
    static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = listener.accept();
                connections.add(socket);
                scope.start(() -> serve(socket));
            } catch (IOException | IllegalStateException _) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.serve(socket, this);
        } catch (Exception _) {
            // the other side went away, or the test is over
        } finally {
            closed.release();
        }
    }

    /// Waits until this side of one more connection is closed.
    void awaitClosed() throws InterruptedException {
        closed.acquire();
    }

    /// Reads one request; false at the end of the connection.
    boolean readRequest(Socket socket) throws IOException {
        return !nextRequest(socket).isEmpty();
    }

    /// Reads one request; empty at the end of the connection.
    String nextRequest(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            text.append((char) b);
        }
        int at = text.indexOf("Content-Length: ");
        if (at >= 0) {
            int length = Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
            text.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        requests.add(text.toString());
        return text.toString();
    }

    List<String> requests() {
        return requests;
    }

    int connections() {
        return connections.size();
    }

    int port() {
        return listener.getLocalPort();
    }

    URI uri() {
        return URI.create("http://localhost:" + port() + "/v1/chat");
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : connections) {
            socket.close();
        }
        scope.close();
    }
}
