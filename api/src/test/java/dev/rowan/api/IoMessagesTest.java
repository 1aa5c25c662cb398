package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoMessagesTest {

    @Test
    void namesTheFileAndTheReasonAndNoClassOfJava() {
        assertThat(IoMessages.of(new NoSuchFileException("a.csv"))).isEqualTo("a.csv: no such file or directory");
        assertThat(IoMessages.of(new AccessDeniedException("a.csv"))).isEqualTo("a.csv: permission denied");
        assertThat(IoMessages.of(new FileSystemException("a.csv", null, "No space left on device")))
                .isEqualTo("a.csv: No space left on device");
        assertThat(IoMessages.of(new FileSystemException("a.csv"))).isEqualTo("a.csv: file system error");
        assertThat(IoMessages.of(new IOException("broken pipe"))).isEqualTo("broken pipe");
        assertThat(IoMessages.of(new IOException())).isEqualTo("I/O error");
    }
}
