package dev.rowan.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The emulator of Azure Storage, on a free port, with its blobs in memory. It is the one that the tests of the
/// connectors have installed by npm.
final class AzuriteProcess implements AutoCloseable {
    private static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
    private static final Pattern LISTENS = Pattern.compile("listens on (http://127\\.0\\.0\\.1:\\d+)");

    private final Process process;
    private final BufferedReader said;
    private final String address;

    private AzuriteProcess(Process process, BufferedReader said, String address) {
        this.process = process;
        this.said = said;
        this.address = address;
    }

    /// The program, when it is there.
    static Optional<Path> program() {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
        return Optional.of(cache.resolve("rowan/azurite-3.35.0/node_modules/azurite/dist/src/blob/main.js"))
                .filter(Files::isRegularFile);
    }

    static AzuriteProcess start(Path program) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        "node",
                        program.toString(),
                        "--blobHost=127.0.0.1",
                        "--blobPort=0",
                        "--inMemoryPersistence",
                        "--silent",
                        "--disableTelemetry"))
                .redirectErrorStream(true)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                return new AzuriteProcess(process, said, listens.group(1));
            }
        }
        throw new IOException("Azurite did not start");
    }

    String connectionString() {
        return "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + KEY + ";BlobEndpoint="
                + address + "/devstoreaccount1;";
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        said.close();
    }
}
