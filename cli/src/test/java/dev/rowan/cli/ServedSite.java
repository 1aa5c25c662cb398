package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.json.RowJson;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `rowan serve` over the landscape of a folder, in this process.
final class ServedSite implements AutoCloseable {
    private static final String TOKEN = "a-token-of-the-tests";

    private final CallScope scope = CallScope.open("serve");
    private final URI address;

    ServedSite(Path folder) throws Exception {
        this(folder, "rowan");
    }

    /// A site whose program was called as `program`.
    ServedSite(Path folder, String program) throws Exception {
        this(folder, "sqlite:rowan.db", program);
    }

    /// A site over another landscape.
    ServedSite(Path folder, String landscape, String program) throws Exception {
        var shell = new TestShell(folder, new SystemTime())
                .variable("ROWAN_LANDSCAPE", landscape)
                .variable("ROWAN_TOKEN", TOKEN)
                .variable("ROWAN_COMMAND", program);
        scope.start(() -> RowanCommand.execute(shell.shell(), "serve", "--json"));
        var never = new CountDownLatch(1);
        while (!shell.out().endsWith("\n")) {
            assertThat(never.await(20, TimeUnit.MILLISECONDS)).as(shell.err()).isFalse();
        }
        address = URI.create(String.valueOf(
                RunFigures.map(RowJson.readValue(shell.out().getBytes(UTF_8))).get("address")));
    }

    Map<?, ?> json(String path) throws Exception {
        return RunFigures.map(RowJson.readValue(get(path).getBytes(UTF_8)));
    }

    String get(String path) throws Exception {
        return new String(bytes(path), UTF_8);
    }

    byte[] bytes(String path) throws Exception {
        HttpResponse<byte[]> reply = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address.resolve(path))
                                .header("Authorization", "Bearer " + TOKEN)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(reply.statusCode()).as(path).isEqualTo(200);
        return reply.body();
    }

    /// The sum of a metric over its labels.
    BigDecimal metric(String name) throws Exception {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .map(line -> new BigDecimal(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Override
    public void close() {
        scope.close();
    }
}
