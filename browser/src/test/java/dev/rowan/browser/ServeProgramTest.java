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

/// `rowan serve` as a program of its own, opened in the browser by the address that it prints.
@ExtendWith(Browsing.class)
final class ServeProgramTest {
    private final Room room;

    ServeProgramTest(Room room) {
        this.room = room;
    }

    @Test
    void thePrintedAddressLetsABrowserInAndNoOtherOne(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out.txt");
        Process program = RowanProgram.start(
                room.world().folder(), out, folder.resolve("err.txt"), RowanProgram.words("serve", "--json"));
        try {
            Map<String, ?> said = RowJson.readRow(firstLine(program, out)).asMap();
            URI address = URI.create(String.valueOf(said.get("address")));
            try (Visit stranger = room.window(Look.DESK, address)) {
                assertThat(stranger.page().navigate(address + "/").status()).isEqualTo(401);
                assertThat(stranger.text("main"))
                        .contains("token")
                        .doesNotContain(room.world().run("moderation"));
            }
            try (Visit visit = room.window(Look.DESK, address)) {
                visit.page().navigate(String.valueOf(said.get("open")));
                assertThat(visit.text("h1")).isEqualTo("Runs");
                assertThat(visit.page().url())
                        .as("the token does not stay in the address")
                        .doesNotContain("token");
                assertThat(visit.text("#runs")).contains(room.world().run("moderation"));
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
