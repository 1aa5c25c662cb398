package dev.rowan.web.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurlLineTest {
    @TempDir
    private Path folder;

    private static byte[] request(String head, String body) {
        return (head.replace("\n", "\r\n") + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void replacesTheKeyByAVariable() {
        assertThat(CurlLine.of(request(
                        "POST https://api.openai.com/v1/x HTTP/1.1\nContent-Type: application/json\n"
                                + "Content-Length: 2\nAuthorization: [secret]",
                        "{}")))
                .contains("""
                        curl -sS -g -X POST 'https://api.openai.com/v1/x' \\
                          -H 'Content-Type: application/json' \\
                          -H "Authorization: Bearer $OPENAI_API_KEY" \\
                          --data-raw '{}'""");
        assertThat(CurlLine.of(request("POST https://a/ HTTP/1.1\nx-api-key: [secret]", "{}")))
                .hasValueSatisfying(line -> assertThat(line).contains("\"x-api-key: $ANTHROPIC_API_KEY\""));
        assertThat(CurlLine.of(request("POST http://simulator/v1/x?a=b HTTP/1.1", "")))
                .contains("curl -sS -g -X POST \"$SIMULATOR\"'/v1/x?a=b'");
    }

    /// A shell in which `curl` prints its arguments, one a line, and nothing else can run.
    @Test
    void escapesEverythingForTheShell() throws Exception {
        for (String evil : List.of(
                "'; touch evil; '",
                "$(touch evil)",
                "`touch evil`",
                "@/etc/passwd",
                "\\'; touch evil #",
                "a\nb",
                "\"$HOME\"",
                "!!",
                "😀 \\u0000")) {
            String line = CurlLine.of(request(
                            "POST https://a/" + evil.replaceAll("\\s", "") + " HTTP/1.1\nX-A: "
                                    + evil.replace("\n", " "),
                            evil))
                    .orElseThrow();
            String script = "curl() { printf '%s\\0' \"$@\"; }\n" + line + "\n";
            List<String> arguments = List.of(bash(script).split("\0", -1));
            assertThat(arguments).as(line).contains("X-A: " + evil.replace("\n", " "), "--data-raw", evil);
            assertThat(folder.resolve("evil")).doesNotExist();
        }
        bash("touch evil");
        assertThat(folder.resolve("evil")).as("the shell would have").exists();
    }

    @Test
    void keepsHiddenCharactersOfJsonAsEscapes() {
        assertThat(CurlLine.of(request("POST https://a/ HTTP/1.1", "{\"a\":\"x\u202ey\"}")))
                .hasValueSatisfying(line -> assertThat(line).contains("{\"a\":\"x\\u202ey\"}"));
        assertThat(CurlLine.of(request("POST https://a/ HTTP/1.1", "\u202e"))).isEmpty();
        assertThat(CurlLine.of(request("POST https://a/ HTTP/1.1", "\u0000"))).isEmpty();
        assertThat(CurlLine.of(request("POST https://a/ HTTP/1.1", "x".repeat(200_000))))
                .isEmpty();
    }

    private String bash(String script) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("script.sh"), script);
        Process bash = new ProcessBuilder("bash", file.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return output;
    }
}
