package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.KeyGlob;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// Azure Storage as `az://container/blob`.
public final class AzureStorage implements StorageProvider {

    @Override
    public List<String> schemes() {
        return List.of("az");
    }

    @Override
    public Options options() {
        return AccountReference.OPTIONS.and(Options.of(BlobSinkSettings.CREATE_CONTAINER));
    }

    @Override
    public Origin origin(Location location) {
        Section storage = location.storage();
        if (storage.get(BlobSinkSettings.CREATE_CONTAINER)) {
            storage.problem(BlobSinkSettings.CREATE_CONTAINER, "is for sinks only");
        }
        BlobName name = BlobName.of(location.path());
        name.problemToRead().or(() -> KeyGlob.problem(name.blob())).ifPresent(location.problems()::add);
        return new BlobOrigin(AccountReference.read(storage), name);
    }

    @Override
    public Optional<Destination> destination(Location location, String mediaType) {
        BlobName name = BlobName.of(location.path());
        name.problem().ifPresent(location.problems()::add);
        var settings = new BlobSinkSettings(
                AccountReference.read(location.storage()),
                name,
                mediaType,
                location.storage().get(BlobSinkSettings.CREATE_CONTAINER));
        return Optional.of(new BlobDestination(settings, new SecureRandom()));
    }
}
