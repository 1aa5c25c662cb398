package dev.rowan.bench.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;

/// Requests parts of pages over one connection, with little overhead of its own: the server is what is measured.
/// Owned by one thread.
final class PageSocket implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final String headers;

    PageSocket(URI server, String token) throws IOException {
        this.socket = new Socket(server.getHost(), server.getPort());
        this.in = new BufferedInputStream(socket.getInputStream());
        this.headers = " HTTP/1.1\r\nHost: " + server.getHost() + ":" + server.getPort() + "\r\nAuthorization: Bearer "
                + token + "\r\nX-Rowan-Fragment: 1\r\n\r\n";
    }

    /// Sends the request of the page's own script and reads the whole reply; returns whether it succeeded.
    boolean part(String path) throws IOException {
        socket.getOutputStream().write(("GET " + path + headers).getBytes(US_ASCII));
        boolean good = line().contains(" 200");
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("the reply to " + path + " does not tell its length");
        }
        in.skipNBytes(length);
        return good;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server hung up");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
