package dev.rowan.transforms.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.TransformResult;
import dev.rowan.testkit.FakeContext;
import dev.rowan.transforms.extract.ExtractTextSettings.From;
import dev.rowan.transforms.extract.ExtractTextSettings.Per;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ParserThreadsTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    private final CountDownLatch released = new CountDownLatch(1);
    private final ParserThreads parsers = new ParserThreads(SHORT);

    @AfterEach
    void release() {
        released.countDown();
    }

    private static Deadline deadline() {
        return new Deadline(new SystemTime(), SHORT);
    }

    /// Does not end before the latch is released, and ignores interrupts as the libraries do.
    private Callable<Extraction> stuck() {
        return () -> {
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException _) {
                    // continues
                }
            }
            return new Extraction.Pages(List.of("late"));
        };
    }

    @Test
    void cutsOffAParserThatDoesNotEnd() throws Exception {
        assertThat(parsers.run(deadline(), stuck())).isEqualTo(deadline().exceeded());
        assertThat(released.getCount()).isEqualTo(1);
        var pages = new Extraction.Pages(List.of("text"));
        assertThat(parsers.run(new Deadline(new SystemTime(), Duration.ofMinutes(1)), () -> pages))
                .isEqualTo(pages);
    }

    @Test
    void stopsTheRunWhenTooManyDoNotEnd() throws Exception {
        for (int i = 0; i < ParserThreads.MAX_LEFT; i++) {
            parsers.run(deadline(), stuck());
        }
        assertThatThrownBy(() -> parsers.run(deadline(), stuck()))
                .hasMessageContaining("5 documents")
                .hasMessageContaining("resume the run");
    }

    @Test
    void passesOnWhatAParserThrows() {
        var deadline = new Deadline(new SystemTime(), Duration.ofMinutes(1));
        assertThatThrownBy(() -> parsers.run(deadline, () -> {
                    throw new OutOfMemoryError("planted");
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /// Its page unpacks to 48 million bytes in rows of one, before the library looks at the deadline again.
    @Test
    void endsARowWhoseDocumentIsSlow() throws Exception {
        var settings =
                new ExtractTextSettings("content", From.BASE64, Optional.empty(), Per.PAGE, "text", 1 << 20, 10, SHORT);
        Row row = Row.of("content", Base64.getEncoder().encodeToString(Pdfs.slow(48_000_000)));
        assertThat(new ExtractText(settings, parsers).process(row, new FakeContext(new SystemTime())))
                .isInstanceOfSatisfying(
                        TransformResult.Error.class,
                        error -> assertThat(error.reason().code()).isEqualTo("extraction_timeout"));
    }
}
