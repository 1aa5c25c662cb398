package dev.rowan.web.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// Raw HTTP requests with any request line and headers.
final class RawHttp {
    private static final int PATIENCE_MS = 120_000;

    private final URI address;

    RawHttp(URI address) {
        this.address = address;
    }

    /// A response; header names in lower case.
    record Answer(int status, Map<String, List<String>> headers, String body) {

        String header(String name) {
            return String.join(" | ", headers.getOrDefault(name, List.of()));
        }
    }

    /// `GET path` with headers such as `Origin: null`; the right `Host` unless one is among them.
    Answer get(String path, String... headers) throws IOException {
        return send("GET " + path + " HTTP/1.1", "", headers);
    }

    Answer post(String path, String json, String... headers) throws IOException {
        return send("POST " + path + " HTTP/1.1", json, headers);
    }

    Answer send(String firstLine, String body, String... headers) throws IOException {
        var lines = new ArrayList<>(List.of(headers));
        if (lines.stream().noneMatch(line -> named(line, "host"))) {
            lines.add("Host: " + address.getAuthority());
        }
        if (!body.isEmpty()) {
            lines.add("Content-Length: " + body.getBytes(UTF_8).length);
            if (lines.stream().noneMatch(line -> named(line, "content-type"))) {
                lines.add("Content-Type: application/json");
            }
        }
        lines.add("Connection: close");
        String head = firstLine + "\r\n" + String.join("\r\n", lines) + "\r\n\r\n";
        try (Socket socket = connect()) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write((head + body).getBytes(UTF_8));
            socket.getOutputStream().flush();
            return answer(socket.getInputStream());
        }
    }

    private static boolean named(String line, String name) {
        return line.toLowerCase(Locale.ROOT).startsWith(name + ":");
    }

    private Socket connect() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        return "https".equals(address.getScheme())
                ? trusting().getSocketFactory().createSocket(here, address.getPort())
                : new Socket(here, address.getPort());
    }

    private static Answer answer(InputStream in) throws IOException {
        String all = new String(in.readAllBytes(), UTF_8);
        int end = all.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no answer but '" + all + "'");
        }
        String[] lines = all.substring(0, end).split("\r\n");
        var headers = new TreeMap<String, List<String>>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.computeIfAbsent(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(lines[i].substring(colon + 1).strip());
        }
        return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, all.substring(end + 4));
    }

    /// Trusts any certificate: the test made it.
    private static SSLContext trusting() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anyone()}, null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IOException(broken);
        }
    }

    private static final class Anyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
