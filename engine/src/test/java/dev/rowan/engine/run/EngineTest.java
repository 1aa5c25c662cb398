package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.engine.ListSink;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.testkit.LiveThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the tests through the whole engine share: a pipeline, its output, and the care that no thread stays behind.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class EngineTest {
    final ListSink output = new ListSink();

    @TempDir
    Path folder;

    TestPipeline pipeline;

    @BeforeEach
    void openLandscape() {
        pipeline = new TestPipeline(folder);
    }

    @AfterEach
    void leavesNoThreadBehind() throws IOException {
        pipeline.close();
        assertThat(LiveThreads.named(folder, "row", "worker", "landscape")).isEmpty();
    }

    /// The rows of a counting source from `first` to `last`.
    static List<Row> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(n -> Row.of("n", n)).toList();
    }

    /// That every row read has ended, each token once, and what the engine and the landscape say agrees.
    static void assertAddsUp(RunResult result, RunSummary summary) {
        assertThat(summary.outcomes()).isEqualTo(result.counts().outcomes());
        assertThat(summary.rowsRead()).isEqualTo(result.counts().rowsRead());
        assertThat(summary.rowsEnded())
                .isEqualTo(result.counts().rowsEnded())
                .isEqualTo(result.counts().rowsRead());
        assertThat(summary.sinkRows()).isEqualTo(result.counts().sinks());
        assertThat(summary.status()).isEqualTo(result.status().word());
    }

    static Map<Outcome, Long> only(Outcome outcome, long count) {
        return Map.of(outcome, count);
    }
}
