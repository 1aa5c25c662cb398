package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteLeaseTest extends LeaseContract {
    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    private Path lockFile() {
        return folder.resolve("rowan.db-run-1.lock");
    }

    /// Deletes the lock file, as a cleanup script might: only the epoch protects the run.
    @Override
    void hideOwner() throws IOException {
        Files.delete(lockFile());
    }

    @Override
    boolean deathIsKnownByRenewals() {
        return false;
    }

    @Test
    void theLockFileIsPrivateAndRemovedWhenTheRunIsClosed() throws InterruptedException, IOException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.read(1)));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lockFile())))
                    .isEqualTo("rw-------");
        }
        assertThat(lockFile()).doesNotExist();
    }

    @Test
    void aRejectedStartLeavesNoLockBehind() throws InterruptedException {
        landscape.start(Samples.run("a")).close();
        assertThatThrownBy(() -> landscape.start(Samples.run("a"))).isInstanceOf(LandscapeException.class);

        assertThat(List.of(folder.toFile().list())).noneMatch(name -> name.endsWith(".lock"));
    }
}
