package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings that decide where a run stops may change between two processes of it.
class ChangedSettingsTest {
    @TempDir
    private Path folder;

    @Test
    void areRecordedWithoutAnOption() throws Exception {
        var program = new Program(folder);
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        program.write(
                "pipeline.yaml",
                Program.PIPELINE.replace(
                        "name: reviews",
                        "name: reviews, service_down_timeout: 5m, landscape_down_timeout: 3m, max_same_error: off, deadline: 1h"));
        Ran resumed = program.run("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(program.run("status", "latest").out())
                .contains(
                        "service_down_timeout_ms: 600000 → 300000",
                        "landscape_down_timeout_ms: 600000 → 180000",
                        "max_same_error: 20 → off",
                        "deadline_ms: none → 3600000");
    }
}
