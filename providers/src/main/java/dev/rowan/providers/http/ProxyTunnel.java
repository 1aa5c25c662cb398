package dev.rowan.providers.http;

import dev.rowan.api.secret.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A proxy tunnel, opened by `CONNECT`. Reads nothing beyond the proxy's own reply.
final class ProxyTunnel {
    private static final int MAX_REPLY = 8 * 1024;

    private ProxyTunnel() {}

    /// The value of `Proxy-Authorization` for `user:password`.
    static Secret authorization(String userInfo) {
        byte[] bytes = userInfo.getBytes(StandardCharsets.UTF_8);
        return Secret.of("HTTPS_PROXY", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }

    static void open(Socket socket, Route route, Proxies.Proxy proxy) throws IOException, NotConnectedException {
        String target = route.authority();
        var request = new StringBuilder("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n");
        proxy.authorization()
                .ifPresent(secret -> request.append("Proxy-Authorization: ")
                        .append(secret.inClear())
                        .append("\r\n"));
        request.append("\r\n");
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
        String status = statusLine(socket.getInputStream());
        if (!status.matches("HTTP/1\\.[01] 2\\d\\d( .*)?")) {
            throw NotConnectedException.byProxy(
                    "the proxy " + proxy.host() + " did not open a tunnel to " + target + ": " + status);
        }
    }

    /// The status line of a reply, after reading the whole head.
    private static String statusLine(InputStream in) throws IOException, NotConnectedException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0 || head.length() == MAX_REPLY) {
                throw NotConnectedException.byProxy("the proxy's reply " + (b < 0 ? "broke off" : "is too long"));
            }
            head.append((char) b);
        }
        return head.substring(0, head.indexOf("\r\n"));
    }
}
