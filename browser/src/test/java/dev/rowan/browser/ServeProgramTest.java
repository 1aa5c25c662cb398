package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `rowan serve` as a process, opened by its printed address.
@ExtendWith(BrowserExtension.class)
final class ServeProgramTest {
    private final BrowserSession session;

    ServeProgramTest(BrowserSession session) {
        this.session = session;
    }

    @Test
    void onlyThePrintedAddressSignsIn(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out.txt");
        Process program = RowanProgram.start(
                session.runs().folder(), out, folder.resolve("err.txt"), RowanProgram.words("serve", "--json"));
        try {
            Map<String, ?> said = RowJson.readRow(firstLine(program, out)).asMap();
            URI address = URI.create(String.valueOf(said.get("address")));
            try (Visit stranger = session.window(Viewport.DESK, address)) {
                assertThat(stranger.page().navigate(address + "/").status()).isEqualTo(401);
                assertThat(stranger.text("main"))
                        .contains("token")
                        .doesNotContain(session.runs().run("moderation"));
            }
            try (Visit visit = session.window(Viewport.DESK, address)) {
                visit.page().navigate(String.valueOf(said.get("open")));
                assertThat(visit.text("h1")).isEqualTo("Runs");
                assertThat(visit.page().url())
                        .as("the token does not stay in the address")
                        .doesNotContain("token");
                assertThat(visit.text("#runs")).contains(session.runs().run("moderation"));
                assertThat(visit.page().evaluate("() => document.cookie"))
                        .as("no script sees it")
                        .isEqualTo("");
                visit.assertClean("serve");
            }
        } finally {
            program.destroy();
        }
    }

    private static byte[] firstLine(Process program, Path out) throws IOException {
        while (true) {
            String said = Files.exists(out) ? Files.readString(out) : "";
            if (said.contains("\n")) {
                return said.lines().findFirst().orElseThrow().getBytes(UTF_8);
            }
            if (!program.isAlive()) {
                throw new AssertionError("rowan serve ended with " + program.exitValue());
            }
            Thread.onSpinWait();
        }
    }
}
