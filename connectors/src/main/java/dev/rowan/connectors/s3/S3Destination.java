package dev.rowan.connectors.s3;

import dev.rowan.api.Sha256;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.KeyGlob;
import dev.rowan.connectors.file.MarkedBytes;
import dev.rowan.connectors.file.OpenedOutput;
import dev.rowan.connectors.file.StorageProvider;
import dev.rowan.connectors.s3.S3Object.Found;
import dev.rowan.connectors.storage.ObjectVersion;
import dev.rowan.connectors.storage.RangedInput;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// An object as the destination of a sink. It appears when the run is complete, or stays as it was.
final class S3Destination implements Destination {
    private static final String NUMBER = "{n}";
    private static final int CHUNK = 128 * 1024;

    private final BucketSettings settings;
    private final S3Location location;
    private final String mediaType;
    private final RandomGenerator chance;
    private final PartSizes sizes;
    private @Nullable S3Object object;

    S3Destination(
            BucketSettings settings, S3Location location, String mediaType, RandomGenerator chance, PartSizes sizes) {
        this.settings = settings;
        this.location = location;
        this.mediaType = mediaType;
        this.chance = chance;
        this.sizes = sizes;
    }

    /// The object of a path, which must name one.
    static S3Destination of(BucketSettings settings, StorageProvider.Location location, String mediaType) {
        String key = settings.location().key().replace(NUMBER, "0");
        if (key.isEmpty() || key.endsWith("/") || KeyGlob.of(key).isPresent()) {
            location.problems().add("must name one object for a sink, got '" + settings.location() + "'");
        }
        return new S3Destination(settings, settings.location(), mediaType, new SecureRandom(), PartSizes.USUAL);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        object = settings.resolve(setup).object(location.key());
    }

    private S3Object prepared() {
        if (object == null) {
            throw new IllegalStateException("prepare the sink first");
        }
        return object;
    }

    @Override
    public String name() {
        return location.toString();
    }

    @Override
    public Optional<String> check(Existing existing) {
        try {
            return problem(prepared().find(RequestRetry.FEW), existing);
        } catch (PluginException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> problem(Found found, Existing existing) {
        return found instanceof Found.Present && existing == Existing.REFUSE
                ? Optional.of(name() + " already exists; use --overwrite to replace it, or choose another 'path'")
                : Optional.empty();
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return Mark.at(appended(existing).map(ObjectVersion::size).orElse(0L));
    }

    private Optional<ObjectVersion> appended(Existing existing) throws PluginException {
        return existing == Existing.APPEND
                        && prepared().find(RequestRetry.FEW) instanceof Found.Present(var version, var _)
                ? Optional.of(version)
                : Optional.empty();
    }

    @Override
    public Optional<Input> appendedTo(Existing existing) throws IOException {
        return appended(existing)
                .filter(version -> version.size() > 0)
                .map(version -> new RangedInput(prepared(), version, 0));
    }

    /// What is uploaded cannot be read before the upload is complete.
    @Override
    public Optional<Input> present() {
        return Optional.empty();
    }

    @Override
    public Optional<Input> whole() throws IOException {
        return prepared().find(RequestRetry.MANY) instanceof Found.Present(var version, var _)
                ? Optional.of(new RangedInput(prepared(), version, 0))
                : Optional.empty();
    }

    @Override
    public boolean hasParts() {
        return true;
    }

    @Override
    public boolean isNumbered() {
        return location.key().contains(NUMBER);
    }

    @Override
    public S3Destination numbered(int number) {
        return at(location.at(location.key().replace(NUMBER, String.valueOf(number))));
    }

    @Override
    public Optional<String> fileName() {
        return Optional.of(location.key().substring(location.key().lastIndexOf('/') + 1));
    }

    @Override
    public S3Destination sibling(String name) {
        return at(location.at(location.key().substring(0, location.key().lastIndexOf('/') + 1) + name));
    }

    private S3Destination at(S3Location other) {
        var destination = new S3Destination(settings, other, mediaType, chance, sizes);
        destination.object = object == null ? null : object.bucket().object(other.key());
        return destination;
    }

    @Override
    public OptionalLong size() throws IOException {
        return prepared().find(RequestRetry.MANY) instanceof Found.Present(var version, var _)
                ? OptionalLong.of(version.size())
                : OptionalLong.empty();
    }

    @Override
    public void delete() throws IOException {
        prepared().delete();
    }

    @Override
    public OpenedOutput open(Existing existing, Faults faults) throws IOException {
        Found found = prepared().find(RequestRetry.FEW);
        Optional<String> problem = problem(found, existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        S3Uploads uploads = uploads(writer(), found instanceof Found.Absent);
        uploads.abortOthers(Optional.empty());
        var target = new MultipartTarget(uploads, new ResumableSha256(), sizes, faults);
        return existing == Existing.APPEND && found instanceof Found.Present(var version, var _)
                ? after(target, version, Mark.at(version.size()))
                : new OpenedOutput(target, Mark.at(0), target.sha256(), false);
    }

    private S3Uploads uploads(String writer, boolean mustBeNew) {
        return new S3Uploads(prepared(), mediaType, writer, mustBeNew);
    }

    private String writer() {
        return "%016x".formatted(chance.nextLong());
    }

    /// Copies the object up to `mark` into a new upload and verifies the run's own bytes of it.
    private OpenedOutput after(MultipartTarget target, ObjectVersion version, Mark mark) throws IOException {
        var marked = new MarkedBytes(name(), mark);
        marked.refuseShorter(version.size());
        var bytes = new byte[CHUNK];
        byte last = '\n';
        long at = 0;
        try (var input = new RangedInput(prepared(), version, 0)) {
            while (at < mark.end()) {
                int count = input.read(bytes, 0, (int) Math.min(bytes.length, mark.end() - at));
                int own = (int) Math.clamp(mark.start() - at, 0L, (long) count);
                marked.add(bytes, own, count - own);
                target.copy(bytes, own, count);
                last = bytes[count - 1];
                at += count;
            }
        }
        marked.verified();
        return new OpenedOutput(target, mark, target.sha256(), last != '\n');
    }

    @Override
    public OpenedOutput resume(Mark mark, Faults faults) throws IOException {
        OpenedOutput output = mark.state().isPresent()
                ? resumed(mark, UploadState.parse(mark.state().get()), faults)
                : startOver(mark, faults);
        faults.at(FaultPoint.SINK_CUT);
        return output;
    }

    /// No part is on record: what may be there is the object that the run replaces or adds to, or its own.
    private OpenedOutput startOver(Mark mark, Faults faults) throws IOException {
        if (mark.start() == 0) {
            return open(Existing.OVERWRITE, faults);
        }
        if (!(prepared().find(RequestRetry.FEW) instanceof Found.Present(var version, var _))) {
            throw new MarkedBytes(name(), mark).missing();
        }
        S3Uploads uploads = uploads(writer(), false);
        uploads.abortOthers(Optional.empty());
        return after(new MultipartTarget(uploads, new ResumableSha256(), sizes, faults), version, mark);
    }

    private OpenedOutput resumed(Mark mark, UploadState state, Faults faults) throws IOException {
        Found found = prepared().find(RequestRetry.FEW);
        boolean completed = found instanceof Found.Present(var _, var by) && by.equals(state.writer());
        S3Uploads uploads = uploads(state.writer(), found instanceof Found.Absent);
        uploads.abortOthers(Optional.of(state.upload()));
        if (completed && found instanceof Found.Present(var version, var _)) {
            var target = new MultipartTarget(uploads, new ResumableSha256(), sizes, faults);
            return after(target, version, mark);
        }
        var target = MultipartTarget.resume(uploads, state, mark, sizes, faults);
        if (!Sha256.hex(target.sha256()).equals(mark.sha256())) {
            throw new PluginException(name() + ": the recorded state of its upload is damaged; start a new run");
        }
        return new OpenedOutput(target, mark, target.sha256(), false);
    }

    @Override
    public Map<String, Object> manifest() {
        return Map.of("object", name());
    }

    @Override
    public Optional<String> credential() {
        return Optional.of(prepared().bucket().authorization().method());
    }

    @Override
    public Optional<String> address() {
        return Optional.of(object == null ? name() : object.bucket().root() + "/" + location.key());
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }
}
