package dev.rowan.connectors.azureblob;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.server.AzuriteServer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;

/// Azurite, with Microsoft's own client.
final class Azurite implements AutoCloseable {
    private final AzuriteServer server;
    private final BlobServiceClient referee;

    private Azurite(AzuriteServer server) {
        this.server = server;
        this.referee = new BlobServiceClientBuilder()
                .connectionString(server.connectionString())
                .httpClient(new JdkHttpClientBuilder().build())
                .serviceVersion(BlobServiceVersion.V2023_11_03)
                .buildClient();
    }

    static Azurite start() throws IOException, InterruptedException {
        return new Azurite(AzuriteServer.start());
    }

    URI address() {
        return server.address();
    }

    String connectionString() {
        return server.connectionString();
    }

    /// The setup of sources and sinks that use it.
    WireSetup setup() {
        return WireSetup.of(Map.of(AccountReference.VARIABLE, connectionString()));
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
        server.close();
    }
}
