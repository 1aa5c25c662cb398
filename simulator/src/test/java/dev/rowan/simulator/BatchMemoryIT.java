package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.BatchBench.Api;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hundred jobs of five thousand rows are held by a simulator whose heap is 512 MiB, and not by one of 64 MiB.
class BatchMemoryIT {
    private static final int JOBS = 100;
    private static final int ROWS = 5_000;

    @Test
    void aHundredJobsFitInHalfAGibibyte() throws Exception {
        assertThat(run("512m")).contains("held " + JOBS * ROWS + " rows");
    }

    @ParameterizedTest
    @ValueSource(strings = "64m")
    void theHeapIsReallyBounded(String heap) throws Exception {
        assertThat(run(heap)).doesNotContain("held");
    }

    private static String run(String heap) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx" + heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BatchMemoryIT.class.getName())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return text;
    }

    /// Makes the jobs, ends them all, and reads the results of one.
    public static void main(String[] args) throws Exception {
        String padding = " and so on".repeat(20);
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String last = "";
            for (int job = 0; job < JOBS; job++) {
                String name = job + padding;
                last = bench.create(
                        Api.OPENAI,
                        IntStream.range(0, ROWS)
                                .mapToObj(i -> BatchBench.row(i, name))
                                .collect(Collectors.joining("\n")));
            }
            bench.pass(Duration.ofSeconds(1));
            int lines = bench.results(Api.OPENAI, last, "output_file_id").size();
            Object billed = bench.control("GET", "bill").at("calls");
            if (lines == ROWS) {
                System.out.println("held " + billed + " rows");
            }
        }
    }
}
