package dev.rowan.api.call;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Requests and replies in HTTP/1.1 wire format: start line, headers, empty line, body.
///
/// This is how the landscape stores them. Credentials are not part of a request's headers; they are shown as
/// `Authorization: [secret]`.
public final class HttpMessage {
    private static final String LINE = "\r\n";
    /// Enough characters for most heads.
    private static final int INITIAL_CAPACITY = 512;

    private static final String VERSION = "HTTP/1.1";

    private HttpMessage() {}

    public static Payload of(WireRequest request) {
        return of(request, request.uri());
    }

    /// The request as sent to `uri`.
    public static Payload of(WireRequest request, URI uri) {
        var head = new StringBuilder(INITIAL_CAPACITY);
        head.append(request.method()).append(' ').append(uri).append(' ');
        head.append(VERSION).append(LINE);
        headers(head, request.headers());
        request.credentials()
                .forEach(credential -> head.append(credential.header())
                        .append(": ")
                        .append(MARK)
                        .append(LINE));
        for (Attachment attachment : request.body().attachments()) {
            head.append(Attachment.HEADER).append(": ").append(attachment.headerValue());
            head.append(LINE);
        }
        return withBody(head, request.body());
    }

    private static final String MARK = "[secret]";

    public static Payload of(WireReply.Complete reply) {
        return reply(reply.status(), reply.headers(), reply.body());
    }

    /// The part of a lost reply that arrived; without a status the first line has 0.
    public static Payload of(WireReply.Unknown reply) {
        return reply(reply.status().orElse(0), reply.headers(), reply.body());
    }

    private static Payload reply(int status, Headers headers, Payload body) {
        var head = new StringBuilder(INITIAL_CAPACITY);
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

    /// A parsed message.
    public record Parts(String first, Headers headers, Payload body) {

        /// The recorded reply; it has no timings.
        public WireReply.Complete asReply() {
            int status = Integer.parseInt(first.substring(VERSION.length() + 1));
            return new WireReply.Complete(
                    status,
                    headers,
                    body,
                    Optional.empty(),
                    new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
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
        throw new IllegalArgumentException("a message needs an empty line between headers and body");
    }
}
