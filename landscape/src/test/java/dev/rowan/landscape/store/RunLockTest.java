package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
    @TempDir
    private Path folder;

    @Test
    void releasesTheLockWhenTheFileCannotBeIdentified() {
        Path file = folder.resolve("run.lock");
        RunLock.Identity broken = _ -> {
            throw new IOException("the file is gone");
        };

        assertThatThrownBy(() -> RunLock.take(file, broken))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the file is gone");

        // a leaked handle would still hold the lock
        try (RunLock lock = RunLock.take(file).orElseThrow()) {
            assertThat(file).exists();
        }
        assertThat(file).doesNotExist();
    }
}
