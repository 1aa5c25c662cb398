package dev.rowan.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class LiveThreadsTest {

    @TempDir
    Path folder;

    @Test
    void seesVirtualAndPlatformThreadsWhileTheyLive() throws Exception {
        var running = new CountDownLatch(2);
        var release = new CountDownLatch(1);
        try (var virtual = CallScope.open("left-virtual");
                var platform = CallScope.openPlatform("left-platform")) {
            for (CallScope scope : new CallScope[] {virtual, platform}) {
                scope.start(() -> hold(running, release));
            }
            running.await();

            assertThat(LiveThreads.named(folder, "left-")).hasSize(2);
            release.countDown();
        }

        assertThat(LiveThreads.named(folder, "left-")).isEmpty();
    }

    private static void hold(CountDownLatch running, CountDownLatch release) {
        running.countDown();
        try {
            release.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
