package dev.rowan.connectors.azureblob;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import dev.rowan.connectors.storage.WireSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Microsoft's emulator of Azure Storage, on a free local port, with its blobs in memory.
final class Azurite implements AutoCloseable {
    static final String VERSION = "3.35.0";
    static final String ACCOUNT = "devstoreaccount1";

    /// Published by Microsoft, and valid only for the emulator.
    static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final Pattern LISTENS = Pattern.compile("listens on (http://127\\.0\\.0\\.1:\\d+)");

    private final Process process;
    private final URI address;
    private final BlobServiceClient referee;

    private Azurite(Process process, URI address) {
        this.process = process;
        this.address = address;
        this.referee = new BlobServiceClientBuilder()
                .connectionString(connectionString())
                .httpClient(new JdkHttpClientBuilder().build())
                .serviceVersion(BlobServiceVersion.V2023_11_03)
                .buildClient();
    }

    static Azurite start() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "node",
                        Npm.install("azurite", VERSION)
                                .resolve("dist/src/blob/main.js")
                                .toString(),
                        "--blobHost=127.0.0.1",
                        "--blobPort=0",
                        "--inMemoryPersistence",
                        "--disableTelemetry")
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        var said = new StringBuilder();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                Thread.ofVirtual().start(() -> drain(lines));
                return new Azurite(process, URI.create(listens.group(1)));
            }
            said.append(line).append('\n');
        }
        throw new IOException("Azurite did not start: " + said);
    }

    /// It writes a line for every request.
    private static void drain(BufferedReader lines) {
        try (lines) {
            while (lines.readLine() != null) {}
        } catch (IOException _) {
            // the process has exited
        }
    }

    URI address() {
        return address;
    }

    /// The address of the account at `host`.
    static String endpoint(URI host) {
        return host + "/" + ACCOUNT;
    }

    String connectionString() {
        return connectionString(address, KEY);
    }

    /// The setup of sources and sinks that use it.
    WireSetup setup() {
        return WireSetup.of(Map.of(AccountReference.VARIABLE, connectionString()));
    }

    static String connectionString(URI host, String key) {
        return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + key + ";BlobEndpoint="
                + endpoint(host) + ";";
    }

    /// The official client, for independent checks.
    BlobServiceClient referee() {
        return referee;
    }

    /// A new container.
    BlobContainerClient newContainer() {
        return referee.createBlobContainer("test-" + UUID.randomUUID());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
