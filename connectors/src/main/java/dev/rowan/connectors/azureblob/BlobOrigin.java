package dev.rowan.connectors.azureblob;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.connectors.azureblob.BlobClient.Found;
import dev.rowan.connectors.azureblob.BlobClient.Properties;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.InputPart;
import dev.rowan.connectors.file.Origin;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
    public List<InputPart> list() throws IOException {
        if (client == null) {
            throw new IllegalStateException("prepare the source first");
        }
        return switch (client.find(RequestRetry.FEW)) {
            case Found.Blob(var properties) -> List.of(new BlobPart(client, name.blob(), properties));
            case Found.NoBlob(var message) -> throw new PluginException(message);
            case Found.NoContainer(var message) -> throw new PluginException(message);
        };
    }

    @Override
    public String describe() {
        return client == null ? name.container() + "/" + name.blob() : client.address();
    }

    /// A blob as it was when it was listed; an [BlobInput] checks its ETag with every request.
    private record BlobPart(BlobClient client, String path, Properties properties) implements InputPart {

        @Override
        public String name() {
            return client.address();
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(properties.size());
        }

        /// The ETag and the size.
        @Override
        public Optional<String> fingerprint() {
            return Optional.of("etag:" + properties.etag().replace("\"", "") + ",bytes:" + properties.size());
        }

        @Override
        public Input open() {
            return new BlobInput(client, properties, 0);
        }
    }
}
