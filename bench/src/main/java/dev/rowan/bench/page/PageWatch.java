package dev.rowan.bench.page;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;

/// A viewer with pages of the newest run open: polls each live part as often as the page's own script does.
/// `millis` receives the latency of each reply.
record PageWatch(URI server, Time time, Queue<Double> millis) {
    private static final Duration LIVE = Duration.ofSeconds(2);
    private static final Duration HEAD = Duration.ofSeconds(3);
    private static final Duration NOT_YET = Duration.ofMillis(100);

    /// Polls until `scope` is closed.
    void start(CallScope scope, List<String> paths) {
        paths.forEach(path -> {
            scope.start(() -> follow(path, LIVE));
            scope.start(() -> follow("/runs/latest/head", HEAD));
        });
    }

    private void follow(String path, Duration every) {
        try (var socket = new PageSocket(server, PageClient.TOKEN)) {
            while (true) {
                long began = time.nanos();
                boolean there = socket.part(path);
                if (there) {
                    millis.add((time.nanos() - began) / 1e6);
                }
                time.sleep(there ? every : NOT_YET);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            if (!Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException(path + " could not be looked at", failed);
            }
        }
    }
}
