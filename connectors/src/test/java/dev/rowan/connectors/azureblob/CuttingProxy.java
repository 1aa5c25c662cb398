package dev.rowan.connectors.azureblob;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy to the emulator that cuts connections: each of the first `cuts` ones after `after` bytes of the service.
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final URI target;
    private final AtomicInteger cuts;
    private final AtomicInteger opened = new AtomicInteger();
    private final long after;

    CuttingProxy(URI target, int cuts, long after) throws IOException {
        this.target = target;
        this.cuts = new AtomicInteger(cuts);
        this.after = after;
        Thread.ofVirtual().start(this::serve);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    int opened() {
        return opened.get();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                opened.incrementAndGet();
                Socket service = new Socket(target.getHost(), target.getPort());
                long most = cuts.getAndDecrement() > 0 ? after : Long.MAX_VALUE;
                Thread.ofVirtual().start(() -> pass(client, service, Long.MAX_VALUE));
                Thread.ofVirtual().start(() -> pass(service, client, most));
            } catch (IOException _) {
                return;
            }
        }
    }

    private static void pass(Socket from, Socket to, long most) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var bytes = new byte[16 * 1024];
            long left = most;
            for (int count = in.read(bytes); count >= 0 && left > 0; count = in.read(bytes)) {
                out.write(bytes, 0, (int) Math.min(count, left));
                left -= count;
            }
        } catch (IOException _) {
            // cut by the other side
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
