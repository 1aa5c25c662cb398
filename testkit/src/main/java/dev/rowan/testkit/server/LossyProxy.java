package dev.rowan.testkit.server;

import dev.rowan.api.CallScope;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A proxy that breaks a connection at a chosen moment, or passes nothing on for a while.
///
/// Two threads per connection copy bytes. Shared state: the next loss, taken by the first thread that can apply
/// it, and the latch that copying threads wait for.
public final class LossyProxy implements AutoCloseable {
    private final int port;
    private final int server;
    private final CallScope scope = CallScope.openPlatform("proxy");
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile Optional<Loss> next = Optional.empty();
    private final CountDownLatch delivered = new CountDownLatch(1);
    private volatile CountDownLatch unpaused = new CountDownLatch(0);
    private ServerSocket serverSocket;
    private FutureTask<Boolean> acceptTask;

    /// What is lost with the connection.
    public enum Loss {
        /// The next request: the server never sees it.
        REQUEST,
        /// The reply to the next request: the server has executed it.
        REPLY,
        /// Nothing, but the client does not know: the server receives the request after [#deliver].
        NOTHING_BUT_LATE
    }

    private LossyProxy(int server) throws IOException {
        this.server = server;
        this.serverSocket = listen();
        this.port = serverSocket.getLocalPort();
        this.acceptTask = accept();
    }

    /// Uses a port below the ephemeral range, so that no other process takes it while the proxy is down.
    private static ServerSocket listen() throws IOException {
        for (int port = 20_000; port < 32_000; port++) {
            try {
                return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            } catch (BindException _) {
                // port in use
            }
        }
        throw new IOException("no port is free");
    }

    public static LossyProxy before(int server) throws IOException {
        return new LossyProxy(server);
    }

    public int port() {
        return port;
    }

    public void lose(Loss loss) {
        next = Optional.of(loss);
    }

    public void deliver() {
        delivered.countDown();
    }

    /// Keeps connections open, old and new ones, but passes nothing on until [#unpause].
    public void pause() {
        unpaused = new CountDownLatch(1);
    }

    public void unpause() {
        unpaused.countDown();
    }

    /// Closes all connections and accepts no more.
    public void stop() throws IOException {
        serverSocket.close();
        awaitEnd(acceptTask); // until then the system keeps the port, and may accept a connection
        closeAll();
    }

    private static void awaitEnd(FutureTask<Boolean> task) {
        boolean interrupted = false;
        while (!task.isDone()) {
            try {
                task.get();
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException broken) {
                throw new IllegalStateException(broken);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public void restart() throws IOException {
        serverSocket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        acceptTask = accept();
    }

    private FutureTask<Boolean> accept() {
        ServerSocket server = serverSocket;
        return scope.fork(() -> {
            try {
                while (true) {
                    connect(server.accept());
                }
            } catch (IOException _) {
                return true; // it is down
            }
        });
    }

    private void connect(Socket client) throws IOException {
        var upstream = new Socket(InetAddress.getLoopbackAddress(), server);
        open.addAll(List.of(client, upstream));
        scope.start(() -> pass(client, upstream, true));
        scope.start(() -> pass(upstream, client, false));
    }

    private void pass(Socket from, Socket to, boolean requests) {
        var buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (next.isPresent() && isLost(from, to, requests, Arrays.copyOf(buffer, length))) {
                    return;
                }
                unpaused.await();
                to.getOutputStream().write(buffer, 0, length);
            }
        } catch (IOException | InterruptedException _) {
            // broken on one side, and so on both
        }
    }

    /// Whether to drop these bytes together with the connection.
    private boolean isLost(Socket from, Socket to, boolean requests, byte[] bytes)
            throws IOException, InterruptedException {
        Optional<Loss> loss = takeLoss(requests);
        if (loss.isEmpty()) {
            return false;
        }
        if (loss.get() == Loss.NOTHING_BUT_LATE) {
            from.close();
            delivered.await();
            to.getOutputStream().write(bytes);
        }
        return true;
    }

    /// Takes the next loss if it applies to this direction.
    private synchronized Optional<Loss> takeLoss(boolean requests) {
        Optional<Loss> loss = next.filter(candidate -> (candidate == Loss.REPLY) != requests);
        if (loss.isPresent()) {
            next = Optional.empty();
        }
        return loss;
    }

    private void closeAll() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    @Override
    public void close() throws IOException {
        deliver();
        unpause();
        stop();
        scope.close();
    }
}
