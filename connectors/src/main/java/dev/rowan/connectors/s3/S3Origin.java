package dev.rowan.connectors.s3;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.file.InputPart;
import dev.rowan.connectors.file.KeyGlob;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import dev.rowan.connectors.s3.S3Object.Found;
import dev.rowan.connectors.storage.ObjectPart;
import dev.rowan.connectors.storage.ObjectVersion;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The objects that a source reads: one, those under a prefix, or those that match a pattern, in the order of their
/// keys.
final class S3Origin implements Origin {
    private final BucketSettings settings;
    private @Nullable S3Bucket bucket;

    private S3Origin(BucketSettings settings) {
        this.settings = settings;
    }

    /// The objects of a path, whose pattern is checked.
    static S3Origin of(BucketSettings settings, StorageProvider.Location location) {
        KeyGlob.problem(settings.location().key()).ifPresent(location.problems()::add);
        return new S3Origin(settings);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        bucket = settings.resolve(setup);
    }

    @Override
    public List<InputPart> list() throws IOException {
        S3Location location = settings.location();
        Optional<KeyGlob> glob = KeyGlob.of(location.key());
        if (glob.isEmpty()) {
            return switch (prepared().object(location.key()).find(RequestRetry.FEW)) {
                case Found.Present(var version, var _) -> List.of(part(location.key(), version));
                case Found.Absent(var message) -> throw new PluginException(message);
            };
        }
        List<InputPart> parts = prepared().list(glob.get().prefix(), glob.get().isDeep()).stream()
                .filter(object -> glob.get().matches(object.key()))
                .sorted(Comparator.comparing(S3Bucket.Listed::key))
                .<InputPart>map(object -> part(object.key(), new ObjectVersion(object.etag(), object.size())))
                .toList();
        if (parts.isEmpty()) {
            throw new PluginException(location + " matches no object; check 'path'");
        }
        return parts;
    }

    private InputPart part(String key, ObjectVersion version) {
        S3Object object = prepared().object(key);
        return new ObjectPart(object, object.address(), version);
    }

    private S3Bucket prepared() {
        if (bucket == null) {
            throw new IllegalStateException("prepare the source first");
        }
        return bucket;
    }

    @Override
    public boolean isMultiple() {
        return KeyGlob.of(settings.location().key()).isPresent();
    }

    @Override
    public String describe() {
        return settings.location().toString();
    }

    @Override
    public Optional<String> credential() {
        return Optional.of(prepared().authorization().method());
    }
}
