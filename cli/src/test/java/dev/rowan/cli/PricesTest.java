package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of prices by the width of the terminal.
class PricesTest {
    @TempDir
    private Path folder;

    private String prices(int width) throws IOException {
        return new Program(folder).on(Terminal.plain(width)).run("prices").out();
    }

    @Test
    void namesEveryModelOn80Columns() throws Exception {
        assertThat(prices(80))
                .contains("anthropic/claude-sonnet-4-5 ", "openai/text-embedding-3-large ", "documentation")
                .doesNotContain("…", "write 1h");
    }

    @Test
    void hasAllPricesOn140Columns() throws Exception {
        assertThat(prices(140)).contains("write 1h", "other tiers").doesNotContain("…");
    }
}
