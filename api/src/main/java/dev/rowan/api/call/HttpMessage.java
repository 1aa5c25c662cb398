package dev.rowan.api.call;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A request or a reply as bytes, in the shape it has on the wire: a first line, header lines, an empty line, the
/// body.
///
/// This is how the landscape keeps them. Credentials are left out of a request by their nature; the header that would
/// carry one is shown as `Authorization: [secret]`.
public final class HttpMessage {
    private static final String LINE = "\r\n";
    /// Characters that most heads fit into.
    private static final int ROOM = 512;

    private static final String VERSION = "HTTP/1.1";

    private HttpMessage() {}

    public static Payload of(WireRequest request) {
        return of(request, request.uri());
    }

    /// The request as if it went to `uri`.
    public static Payload of(WireRequest request, URI uri) {
        var head = new StringBuilder(ROOM);
        head.append(request.method()).append(' ').append(uri).append(' ');
        head.append(VERSION).append(LINE);
        headers(head, request.headers());
        request.credentials()
                .forEach(credential -> head.append(credential.header())
                        .append(": ")
                        .append(MARK)
                        .append(LINE));
        return withBody(head, request.body());
    }

    private static final String MARK = "[secret]";

    public static Payload of(WireReply.Complete reply) {
        return reply(reply.status(), reply.headers(), reply.body());
    }

    /// What came of a reply that was lost on its way; without a status the first line says 0.
    public static Payload of(WireReply.Unknown reply) {
        return reply(reply.status().orElse(0), reply.headers(), reply.body());
    }

    private static Payload reply(int status, Headers headers, Payload body) {
        var head = new StringBuilder(ROOM);
        head.append(VERSION).append(' ').append(status).append(LINE);
        headers(head, headers);
        return withBody(head, body);
    }

    private static Payload withBody(StringBuilder head, Payload body) {
        byte[] first = head.append(LINE).toString().getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(first, first.length + body.size());
        System.arraycopy(body.bytes(), 0, whole, first.length, body.size());
        return Payload.of(whole);
    }

    private static void headers(StringBuilder head, Headers headers) {
        for (Headers.Field field : headers.fields()) {
            head.append(field.name()).append(": ").append(field.value()).append(LINE);
        }
    }

    /// A message taken apart again.
    public record Parts(String first, Headers headers, Payload body) {

        /// The reply that was recorded; it has no timings any more.
        public WireReply.Complete asReply() {
            int status = Integer.parseInt(first.substring(VERSION.length() + 1));
            return new WireReply.Complete(
                    status, headers, body, new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        }
    }

    /// Reads what [#of] wrote.
    public static Parts read(byte[] message) {
        List<Headers.Field> fields = new ArrayList<>();
        String first = "";
        int from = 0;
        while (true) {
            int end = lineEnd(message, from);
            String line = new String(message, from, end - from, StandardCharsets.UTF_8);
            if (line.isEmpty()) {
                byte[] body = new byte[message.length - end - LINE.length()];
                System.arraycopy(message, end + LINE.length(), body, 0, body.length);
                return new Parts(first, new Headers(fields), Payload.of(body));
            }
            if (from == 0) {
                first = line;
            } else {
                int colon = line.indexOf(": ");
                fields.add(new Headers.Field(line.substring(0, colon), line.substring(colon + 2)));
            }
            from = end + LINE.length();
        }
    }

    private static int lineEnd(byte[] message, int from) {
        for (int i = from; i < message.length - 1; i++) {
            if (message[i] == '\r' && message[i + 1] == '\n') {
                return i;
            }
        }
        throw new IllegalArgumentException("a message needs an empty line between its header and its body");
    }
}
