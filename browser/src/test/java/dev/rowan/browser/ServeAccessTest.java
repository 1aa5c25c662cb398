package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `rowan serve` as a process: what it refuses, and that its page opens.
final class ServeAccessTest {
    private static final int PATIENCE_SECONDS = 60;

    @Test
    void refusesAPublicAddressWithoutTlsAndAPassword(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("password"), "correct horse battery\n");
        for (String[] words : new String[][] {
            {"--bind", "0.0.0.0"},
            {"--bind", "0.0.0.0", "--password-file", "password"},
            {"--bind", "0.0.0.0", "--tls-certificate", "c.pem", "--tls-key", "k.pem"}
        }) {
            Ended ended = serve(folder, words);
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err())
                    .contains("a public address requires TLS and a password")
                    .contains("--tls-certificate", "--tls-key", "--password-file", "--bind");
            assertThat(ended.out()).isEmpty();
        }
    }

    @Test
    void refusesAPasswordThatIsTooShort(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("password"), "short\n");
        Ended ended = serve(folder, "--bind", "0.0.0.0", "--password-file", "password");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("at least 8 characters");
    }

    /// The result of a command.
    private record Ended(int code, String out, String err) {}

    /// Runs `rowan serve` in its own JVM; it must exit by itself.
    private static Ended serve(Path folder, String... words) throws IOException, InterruptedException {
        if (!Files.exists(folder.resolve("rowan.db"))) {
            Files.writeString(folder.resolve("rows.csv"), "id,text\n1,fine\n");
            Path file = Files.writeString(folder.resolve("pipeline.yaml"), """
                    source: {plugin: csv, options: {path: rows.csv}}
                    sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                    """);
            Rowan.in(folder, Map.of()).run(file, Set.of(0));
        }
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = RowanProgram.start(folder, out, err, RowanProgram.words("serve", words));
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it serves, though it must refuse: " + Files.readString(out));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
