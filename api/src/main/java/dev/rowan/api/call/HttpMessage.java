package dev.rowan.api.call;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A request or a reply as bytes, in the shape it has on the wire: a first line, header lines, an empty line, the body.
///
/// This is how the landscape keeps them. Credentials are left out of a request by their nature; the header that would
/// carry one is shown as `Authorization: [secret]`.
public final class HttpMessage {
    private static final byte[] LINE = {'\r', '\n'};
    private static final String VERSION = "HTTP/1.1";

    private HttpMessage() {}

    public static Payload of(WireRequest request) {
        var bytes = new ByteArrayOutputStream(request.body().size() + 512);
        line(bytes, request.method() + " " + request.uri() + " " + VERSION);
        headers(bytes, request.headers());
        request.credentials().forEach(credential -> line(bytes, credential.header() + ": " + MARK));
        return withBody(bytes, request.body());
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
        var bytes = new ByteArrayOutputStream(body.size() + 512);
        line(bytes, VERSION + " " + status);
        headers(bytes, headers);
        return withBody(bytes, body);
    }

    private static Payload withBody(ByteArrayOutputStream bytes, Payload body) {
        bytes.writeBytes(LINE);
        bytes.writeBytes(body.bytes());
        return Payload.of(bytes.toByteArray());
    }

    private static void headers(ByteArrayOutputStream bytes, Headers headers) {
        headers.fields().forEach(field -> line(bytes, field.name() + ": " + field.value()));
    }

    private static void line(ByteArrayOutputStream bytes, String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(LINE);
    }

    /// A message taken apart again.
    public record Parts(String first, Headers headers, Payload body) {

        /// The reply that was recorded; it has no timings any more.
        public WireReply.Complete asReply() {
            int status = Integer.parseInt(first.substring(VERSION.length() + 1));
            return new WireReply.Complete(
                    status,
                    headers,
                    body,
                    body.sha256(),
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
                byte[] body = new byte[message.length - end - LINE.length];
                System.arraycopy(message, end + LINE.length, body, 0, body.length);
                return new Parts(first, new Headers(fields), Payload.of(body));
            }
            if (from == 0) {
                first = line;
            } else {
                int colon = line.indexOf(": ");
                fields.add(new Headers.Field(line.substring(0, colon), line.substring(colon + 2)));
            }
            from = end + LINE.length;
        }
    }

    private static int lineEnd(byte[] message, int from) {
        for (int i = from; i < message.length - 1; i++) {
            if (message[i] == LINE[0] && message[i + 1] == LINE[1]) {
                return i;
            }
        }
        throw new IllegalArgumentException("a message needs an empty line between its header and its body");
    }
}
