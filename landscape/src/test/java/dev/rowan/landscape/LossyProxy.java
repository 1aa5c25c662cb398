package dev.rowan.landscape;

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

/// A network between a client and a server that breaks a connection at a chosen moment.
///
/// Two threads a connection pass bytes on. Shared state: what is to be lost next, taken by the first who can
/// lose it.
final class LossyProxy implements AutoCloseable {
    private final int port;
    private final int server;
    private final CallScope scope = CallScope.openPlatform("proxy");
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile Optional<Loss> next = Optional.empty();
    private final CountDownLatch delivered = new CountDownLatch(1);
    private ServerSocket listening;
    private FutureTask<Boolean> accepting;

    /// What is lost together with the connection.
    enum Loss {
        /// The next request: the server never sees it.
        REQUEST,
        /// The reply to the next request: the server has done it.
        REPLY,
        /// Nothing, but the client does not know: the server gets the request after [#deliver].
        NOTHING_BUT_LATE
    }

    private LossyProxy(int server) throws IOException {
        this.server = server;
        this.listening = listen();
        this.port = listening.getLocalPort();
        this.accepting = accept();
    }

    /// On a port below those that the system gives to connections, so that nobody else has it while the proxy is down.
    private static ServerSocket listen() throws IOException {
        for (int port = 20_000; port < 32_000; port++) {
            try {
                return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            } catch (BindException _) {
                // somebody else's
            }
        }
        throw new IOException("no port is free");
    }

    static LossyProxy before(int server) throws IOException {
        return new LossyProxy(server);
    }

    int port() {
        return port;
    }

    void lose(Loss loss) {
        next = Optional.of(loss);
    }

    void deliver() {
        delivered.countDown();
    }

    /// Breaks all connections and accepts no more.
    void goDown() throws IOException {
        listening.close();
        awaitEnd(accepting); // until then the system keeps the port, and may accept a connection
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

    void comeBack() throws IOException {
        listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        accepting = accept();
    }

    private FutureTask<Boolean> accept() {
        ServerSocket server = listening;
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
        var behind = new Socket(InetAddress.getLoopbackAddress(), server);
        open.addAll(List.of(client, behind));
        scope.start(() -> pass(client, behind, true));
        scope.start(() -> pass(behind, client, false));
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
                to.getOutputStream().write(buffer, 0, length);
            }
        } catch (IOException | InterruptedException _) {
            // broken on one side, and so on both
        }
    }

    /// Whether these bytes are what is to be lost, and the connection with them.
    private boolean isLost(Socket from, Socket to, boolean requests, byte[] bytes)
            throws IOException, InterruptedException {
        Optional<Loss> loss = taken(requests);
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

    /// What is to be lost of the requests, or of the replies, which is then done.
    private synchronized Optional<Loss> taken(boolean requests) {
        Optional<Loss> loss = next.filter(meant -> (meant == Loss.REPLY) != requests);
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
        goDown();
        scope.close();
    }
}
