package dev.rowan.testkit.server;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/// Microsoft's emulator of Azure Storage, with its blobs in memory.
public final class AzuriteServer implements AutoCloseable {
    public static final String ACCOUNT = "devstoreaccount1";

    /// Published by Microsoft, and valid only for the emulator.
    public static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final NpmProgram AZURITE = new NpmProgram("azurite", "3.35.0");
    private static final Pattern PORT = Pattern.compile("listens on http://127\\.0\\.0\\.1:(\\d+)");

    private final ServerProcess process;

    private AzuriteServer(ServerProcess process) {
        this.process = process;
    }

    /// Whether it can be installed: it needs node and npm.
    public static boolean isAvailable() {
        return NpmProgram.isAvailable();
    }

    public static AzuriteServer start() throws IOException, InterruptedException {
        return new AzuriteServer(ServerProcess.start(
                List.of(
                        "node",
                        AZURITE.install()
                                .resolve("node_modules/azurite/dist/src/blob/main.js")
                                .toString(),
                        "--blobHost=127.0.0.1",
                        "--blobPort=0",
                        "--inMemoryPersistence",
                        "--disableTelemetry"),
                PORT));
    }

    public URI address() {
        return process.address();
    }

    /// The address of the account at `host`.
    public static String endpoint(URI host) {
        return host + "/" + ACCOUNT;
    }

    public String connectionString() {
        return connectionString(address(), KEY);
    }

    public static String connectionString(URI host, String key) {
        return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + key + ";BlobEndpoint="
                + endpoint(host) + ";";
    }

    @Override
    public void close() {
        process.close();
    }
}
