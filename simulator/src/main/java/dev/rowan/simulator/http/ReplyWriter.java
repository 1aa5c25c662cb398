package dev.rowan.simulator.http;

import dev.rowan.api.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Writes the replies of one connection. Owned by the connection's thread.
final class ReplyWriter {
    /// Content up to this size leaves in one write with its head.
    private static final int SMALL = 1 << 16;

    private final Socket socket;
    private final OutputStream out;
    private final Time time;

    ReplyWriter(Socket socket, OutputStream out, Time time) {
        this.socket = socket;
        this.out = out;
        this.time = time;
    }

    /// Sends `reply`; true when the connection can carry another one. `last` announces that it will not.
    boolean send(HttpReply reply, boolean last) throws IOException, InterruptedException {
        long length = reply.content().length();
        return switch (reply.delivery()) {
            case ReplyDelivery.Whole() -> {
                whole(reply, last);
                yield !last;
            }
            case ReplyDelivery.ResetAt(long bytes) -> {
                var cut = new CutStream(out, bytes);
                cut.write(head(reply, length, last));
                reply.content().writeTo(cut);
                out.flush();
                socket.setSoLinger(true, 0);
                yield false;
            }
            case ReplyDelivery.Stall() -> {
                out.write(head(reply, length, last));
                awaitPeer();
                yield false;
            }
            case ReplyDelivery.Dribble(Duration pause) -> {
                out.write(head(reply, length, last));
                dribble(reply.content(), pause);
                yield !last;
            }
            case ReplyDelivery.Truncate() -> {
                out.write(head(reply, length, true));
                reply.content().writeTo(new CutStream(out, length / 2));
                yield false;
            }
            case ReplyDelivery.WrongLength(long difference) -> {
                out.write(head(reply, Math.max(0, length + difference), true));
                reply.content().writeTo(out);
                yield false;
            }
        };
    }

    private void whole(HttpReply reply, boolean last) throws IOException {
        byte[] head = head(reply, reply.content().length(), last);
        if (reply.content().length() > SMALL) {
            out.write(head);
            reply.content().writeTo(out);
            return;
        }
        var both = new ByteArrayOutputStream(head.length + (int) reply.content().length());
        both.write(head);
        reply.content().writeTo(both);
        both.writeTo(out);
    }

    private byte[] head(HttpReply reply, long length, boolean last) {
        var head = new StringBuilder(512);
        head.append("HTTP/1.1 ").append(reply.status()).append(' ').append(Status.phrase(reply.status()));
        head.append("\r\ndate: ").append(HttpDate.of(time.instant()));
        for (Header header : reply.headers()) {
            head.append("\r\n").append(header.name()).append(": ").append(header.value());
        }
        head.append("\r\ncontent-length: ").append(length);
        if (last) {
            head.append("\r\nconnection: close");
        }
        return head.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void dribble(Content content, Duration pause) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        content.writeTo(bytes);
        for (byte one : bytes.toByteArray()) {
            time.sleep(pause);
            out.write(one);
        }
    }

    private void awaitPeer() throws IOException {
        byte[] ignored = new byte[1024];
        while (socket.getInputStream().read(ignored) >= 0) {
            // further requests are not answered
        }
    }
}
