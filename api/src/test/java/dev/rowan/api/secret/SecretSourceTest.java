package dev.rowan.api.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.secret.SecretSource.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretSourceTest {
    private static final String CANARY = "sk-canary-42";

    @TempDir
    Path folder;

    @Test
    void readsTheEnvironment() throws Exception {
        assertThat(value(source().resolve(new SecretReference.Environment("KEY"))))
                .isEqualTo(CANARY);
    }

    @Test
    void namesAVariableThatIsNotSet() throws Exception {
        assertThat(message(new SecretReference.Environment("NO_KEY")))
                .isEqualTo("environment variable NO_KEY is not set");
    }

    @Test
    void readsAFileAndDropsItsLineBreak() throws Exception {
        for (String end : List.of("", "\n", "\r\n")) {
            Files.writeString(folder.resolve("key"), CANARY + end);
            assertThat(value(source().resolve(file("key")))).isEqualTo(CANARY);
        }
    }

    @Test
    void reportsAnInvalidFileWithoutItsContent() throws Exception {
        Files.writeString(folder.resolve("two"), CANARY + "\n" + CANARY);
        Files.writeString(folder.resolve("blank"), " \n");
        Files.write(folder.resolve("latin"), new byte[] {'c', 'a', 'n', 'a', 'r', 'y', '-', (byte) 0xff, '1'});
        Files.write(folder.resolve("large"), new byte[70_000]);
        assertThat(message(file("none"))).isEqualTo("file:none no such file");
        assertThat(message(file("."))).isEqualTo("file:. must be a file");
        assertThat(message(file("two"))).contains("must be one line");
        assertThat(message(file("blank"))).contains("must hold a value that is not blank");
        assertThat(message(file("latin"))).contains("must give text in UTF-8");
        assertThat(message(file("large"))).contains("at most 65536 bytes");
    }

    @Test
    void readsWhatAProgramPrints() throws Exception {
        assertThat(value(source().resolve(command("echo", CANARY)))).isEqualTo(CANARY);
    }

    @Test
    void reportsAFailedProgramWithoutItsOutput() throws Exception {
        assertThat(message(command("/no/such/program"))).isEqualTo("command:/no/such/program cannot be started");
        assertThat(message(command("sh", "-c", "echo " + CANARY + "; exit 3")))
                .isEqualTo("command:sh exited with status 3");
        assertThat(message(command("sh", "-c", "head -c 70000 /dev/zero"))).contains("at most 65536 bytes");
        assertThat(message(command("true"))).contains("must hold a value that is not blank");
    }

    @Test
    void endsAProgramThatRunsTooLong() throws Exception {
        var quick = new SecretSource(Map.of(), folder, Duration.ofMillis(1));
        assertThat(quick.resolve(command("sh", "-c", "exec cat /dev/zero > /dev/null")))
                .isEqualTo(new Found.Nothing("command:sh must finish within 0.001 s"));
    }

    @Test
    void handsOnASecretThatIsGiven() throws Exception {
        var secret = Secret.of("${KEY}", CANARY);
        assertThat(source().resolve(new SecretReference.Given(secret))).isEqualTo(new Found.Value(secret));
    }

    private SecretSource source() {
        return new SecretSource(Map.of("KEY", CANARY), folder, Duration.ofSeconds(30));
    }

    private static SecretReference file(String path) {
        return new SecretReference.InFile(Path.of(path));
    }

    private static SecretReference command(String... words) {
        return new SecretReference.FromCommand(List.of(words));
    }

    private String message(SecretReference reference) throws InterruptedException {
        Found found = source().resolve(reference);
        assertThat(found.toString()).doesNotContain("canary");
        return found instanceof Found.Nothing(var message) ? message : found.toString();
    }

    private static String value(Found found) {
        return found instanceof Found.Value(var secret) ? secret.inClear() : found.toString();
    }
}
