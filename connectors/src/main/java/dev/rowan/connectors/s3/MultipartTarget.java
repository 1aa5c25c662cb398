package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.file.OutputTarget;
import dev.rowan.connectors.storage.RangedInput;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An object that is written in parts, which end with a row. It becomes visible when it is complete; one of less
/// than a part is written at once. Owned by the sink's thread.
final class MultipartTarget implements OutputTarget {
    private static final int LITTLE = 64 * 1024;

    private final S3Uploads uploads;
    private final ResumableSha256 sha256;
    private final PartSizes sizes;
    private final Faults faults;
    private final List<String> etags = new ArrayList<>();
    private final MessageDigest etagHash = Sha256.create();
    private @Nullable String upload;
    private byte[] part = new byte[LITTLE];
    private int length;
    private long uploaded;

    /// Nothing is sent before the first part is full. `sha256` gets the bytes of this run.
    MultipartTarget(S3Uploads uploads, ResumableSha256 sha256, PartSizes sizes, Faults faults) {
        this.uploads = uploads;
        this.sha256 = sha256;
        this.sizes = sizes;
        this.faults = faults;
    }

    /// Continues the upload of `state` behind its recorded parts, which must be unchanged.
    static MultipartTarget resume(S3Uploads uploads, UploadState state, Mark mark, PartSizes sizes, Faults faults)
            throws PluginException {
        String name = uploads.object().address();
        List<S3Uploads.Part> parts = uploads.parts(state.upload())
                .filter(found -> !found.isEmpty())
                .orElseThrow(
                        () -> new PluginException(name + " cannot be resumed: its upload was aborted by someone else"
                                + " or by a lifecycle rule of the bucket; start a new run"));
        MultipartTarget target;
        try {
            target = new MultipartTarget(uploads, ResumableSha256.restore(state.sha256()), sizes, faults);
        } catch (IllegalArgumentException e) {
            throw new PluginException(name + ": the recorded state of its upload is damaged; start a new run", e);
        }
        target.upload = state.upload();
        for (S3Uploads.Part part : parts) {
            if (part.number() == target.etags.size() + 1 && target.etags.size() < state.parts()) {
                target.add(part.etag(), part.size());
            }
        }
        if (target.etags.size() != state.parts()
                || target.uploaded != mark.end()
                || !Sha256.hex(target.etagHash).equals(state.etags())) {
            throw new PluginException(name + " was changed since the run wrote it: its upload has other parts than"
                    + " recorded; start a new run");
        }
        return target;
    }

    private void add(String etag, long size) {
        etags.add(etag);
        etagHash.update((etags.size() + ":" + etag.replace("\"", "") + "\n").getBytes(UTF_8));
        uploaded += size;
    }

    /// The SHA-256 of the bytes of this run, which the caller updates.
    ResumableSha256 sha256() {
        return sha256;
    }

    @Override
    public boolean hasParts() {
        return true;
    }

    @Override
    public void write(byte[] bytes, int count) {
        append(bytes, count);
    }

    private void append(byte[] bytes, int count) {
        if (part.length - length < count) {
            part = Arrays.copyOf(
                    part, Math.max(Math.addExact(length, count), (int) Math.min(2L * part.length, 1 << 30)));
        }
        System.arraycopy(bytes, 0, part, length, count);
        length += count;
    }

    /// Copies bytes of the object that is continued; those from `own` on belong to this run.
    void copy(byte[] bytes, int own, int count) throws PluginException {
        append(bytes, count);
        sha256.update(bytes, own, count - own);
        endPart();
    }

    @Override
    public boolean endPart() throws PluginException {
        if (length < sizes.after(etags.size())) {
            return false;
        }
        putPart();
        return true;
    }

    private void putPart() throws PluginException {
        if (etags.size() == PartSizes.MAX_PARTS) {
            throw new PluginException(uploads.object().address() + " cannot grow any further: it has all the parts that"
                    + " an upload can have; split the input over several runs");
        }
        if (upload == null) {
            upload = uploads.create();
            faults.at(FaultPoint.SINK_HALF_WRITTEN);
        }
        int size = length;
        add(uploads.putPart(upload, etags.size() + 1, Payload.of(Arrays.copyOf(part, length))), size);
        length = 0;
        if (part.length > 2 * sizes.after(etags.size())) {
            part = new byte[LITTLE];
        }
    }

    @Override
    public Optional<String> state() {
        return upload == null
                ? Optional.empty()
                : Optional.of(
                        new UploadState(upload, uploads.writer(), etags.size(), Sha256.hex(etagHash), sha256.save())
                                .text());
    }

    /// Parts are durable once they are uploaded.
    @Override
    public void sync() {}

    @Override
    public void finish() throws IOException {
        faults.at(FaultPoint.SINK_HALF_WRITTEN);
        if (upload == null) {
            long size = length;
            verify(uploads.put(Payload.of(Arrays.copyOf(part, length))), size);
            return;
        }
        if (length > 0) {
            putPart();
        }
        faults.at(FaultPoint.SINK_HALF_WRITTEN);
        verify(uploads.complete(upload, etags, uploaded), uploaded);
        dropLeftOvers();
    }

    /// A lost reply to the start of an upload leaves one behind. The object is complete, so a failure does not
    /// matter.
    private void dropLeftOvers() {
        try {
            uploads.abortOthers(Optional.empty());
        } catch (PluginException _) {
            // the next run on this object does it
        }
    }

    /// After a lost reply, reads this run's bytes of the object again: another process may have written it.
    private void verify(S3Uploads.Written written, long size) throws PluginException {
        if (written == S3Uploads.Written.CONFIRMED) {
            return;
        }
        MessageDigest found = Sha256.create();
        var bytes = new byte[LITTLE];
        S3Object object = uploads.object();
        if (object.find(RequestRetry.MANY) instanceof S3Object.Found.Present(var version, var _)) {
            try (var input = new RangedInput(object, version, size - sha256.length())) {
                for (int count = input.read(bytes, 0, LITTLE); count >= 0; count = input.read(bytes, 0, LITTLE)) {
                    found.update(bytes, 0, count);
                }
            }
        }
        if (!Sha256.hex(found).equals(Sha256.hex(sha256))) {
            throw new PluginException(
                    object.address() + " has other bytes than this run wrote: another process wrote it"
                            + " meanwhile; let one run at a time write it, and resume");
        }
    }

    /// Uploaded parts stay for a resume; the next run that writes this object aborts them.
    @Override
    public void close(long durable) {
        part = new byte[0];
        length = 0;
    }

    @Override
    public PluginException failed(IOException failure, long safe) {
        return new PluginException(failure.getMessage() + "; " + safe + " rows of it are safe", failure);
    }
}
