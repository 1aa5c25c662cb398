package dev.rowan.connectors.azureblob;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.azureblob.BlobClient.Found;
import dev.rowan.connectors.file.InputPart;
import dev.rowan.connectors.file.KeyGlob;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.storage.ObjectPart;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The blobs that a source reads: one, those under a prefix, or those that match a pattern, in the order of their
/// names.
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
        Optional<KeyGlob> glob = KeyGlob.of(name.blob());
        if (glob.isEmpty()) {
            return switch (prepared().find(RequestRetry.FEW)) {
                case Found.Blob(var properties) ->
                    List.of(new ObjectPart(prepared(), name.blob(), properties.version()));
                case Found.NoBlob(var message) -> throw new PluginException(message);
                case Found.NoContainer(var message) -> throw new PluginException(message);
            };
        }
        List<InputPart> parts = prepared().list(glob.get().prefix()).stream()
                .filter(blob -> glob.get().matches(blob.blob()))
                .sorted(Comparator.comparing(BlobClient.Listed::blob))
                .<InputPart>map(blob -> new ObjectPart(prepared().of(blob.blob()), blob.blob(), blob.version()))
                .toList();
        if (parts.isEmpty()) {
            throw new PluginException(prepared().address() + " matches no blob; check the pattern and the container");
        }
        return parts;
    }

    private BlobClient prepared() {
        if (client == null) {
            throw new IllegalStateException("prepare the source first");
        }
        return client;
    }

    @Override
    public boolean isMultiple() {
        return KeyGlob.of(name.blob()).isPresent();
    }

    @Override
    public String describe() {
        return client == null ? name.container() + "/" + name.blob() : client.address();
    }

    @Override
    public Optional<String> credential() {
        return Optional.of(prepared().account().access().method());
    }
}
