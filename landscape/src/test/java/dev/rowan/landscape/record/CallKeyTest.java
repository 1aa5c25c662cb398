package dev.rowan.landscape.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Payload;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallKeyTest {
    private static final LogEntry.CallKey KEY = new LogEntry.CallKey(17, 2, 3, 0, 1, "ab");

    @Test
    void isTheDocumentedHash() {
        assertThat(KEY.hash("run-1"))
                .isEqualTo(Payload.utf8("run-1\n3\n17\n2\n0\n1\nab").sha256());
    }

    @Test
    void differsForEveryCall() {
        assertThat(Stream.of(
                                KEY,
                                new LogEntry.CallKey(18, 2, 3, 0, 1, "ab"),
                                new LogEntry.CallKey(17, 1, 3, 0, 1, "ab"),
                                new LogEntry.CallKey(17, 2, 4, 0, 1, "ab"),
                                new LogEntry.CallKey(17, 2, 3, 1, 1, "ab"),
                                new LogEntry.CallKey(17, 2, 3, 0, 2, "ab"),
                                new LogEntry.CallKey(17, 2, 3, 0, 1, "ac"))
                        .map(key -> key.hash("run-1")))
                .doesNotHaveDuplicates()
                .doesNotContain(KEY.hash("run-2"));
    }
}
