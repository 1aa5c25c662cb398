package dev.rowan.connectors.azureblob;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.connectors.azureblob.BlobClient.Found;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The blob that a source reads.
final class BlobOrigin implements Origin {
    private final AccountReference account;
    private final BlobName name;
    private @Nullable BlobClient client;

    BlobOrigin(AccountReference account, BlobName name) {
        this.account = account;
        this.name = name;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        client = new BlobClient(account.resolve(setup), name, setup.wire(), setup.time());
    }

    @Override
    public Input open() throws IOException {
        if (client == null) {
            throw new IllegalStateException("prepare the source first");
        }
        return switch (client.find(RequestRetry.FEW)) {
            case Found.Blob(var properties) -> new BlobInput(client, properties, 0);
            case Found.NoBlob(var message) -> throw new PluginException(message);
            case Found.NoContainer(var message) -> throw new PluginException(message);
        };
    }

    @Override
    public String describe() {
        return client == null ? name.container() + "/" + name.blob() : client.address();
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }
}
