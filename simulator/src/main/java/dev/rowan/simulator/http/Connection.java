package dev.rowan.simulator.http;

import dev.rowan.api.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;

/// One connection from its first request to its end. Its thread owns the socket.
final class Connection implements Runnable {
    /// How much of a refused body is still read, so that the peer sees the reply and not a reset.
    private static final int DRAINED = 1 << 20;

    private final Socket socket;
    private final Handler handler;
    private final HttpLimits limits;
    private final Time time;

    Connection(Socket socket, Handler handler, HttpLimits limits, Time time) {
        this.socket = socket;
        this.handler = handler;
        this.limits = limits;
        this.time = time;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            serve(socket.getInputStream(), socket.getOutputStream());
        } catch (IOException _) {
            // the peer disconnected, or the server closes
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
        var reader = new RequestReader(in, out, limits);
        var writer = new ReplyWriter(socket, out, time);
        try {
            boolean open = true;
            while (open) {
                Optional<HttpRequest> request = reader.next();
                open = request.isPresent() && answer(request.get(), writer);
            }
        } catch (BadRequestException bad) {
            writer.send(HttpReply.plain(bad.status(), bad.reason()), true);
            drain(in);
        }
    }

    private boolean answer(HttpRequest request, ReplyWriter writer) throws IOException, InterruptedException {
        var port = new Port(writer, !request.keepAlive());
        try {
            handler.handle(request, port);
        } catch (RuntimeException defect) {
            writer.send(HttpReply.plain(500, "defect in the simulator: " + defect), true);
            return false;
        }
        return port.open;
    }

    private void drain(InputStream in) throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(1_000);
        in.skipNBytes(DRAINED);
    }

    /// Where the handler sends its one reply. Owned by the connection's thread.
    private static final class Port implements Handler.ReplyPort {
        private final ReplyWriter writer;
        private final boolean last;
        private boolean open;

        private Port(ReplyWriter writer, boolean last) {
            this.writer = writer;
            this.last = last;
        }

        @Override
        public void send(HttpReply reply) throws IOException, InterruptedException {
            open = writer.send(reply, last);
        }
    }
}
