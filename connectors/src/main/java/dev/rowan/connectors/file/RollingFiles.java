package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalLong;

/// The files of a sink that are written as a whole, one after another: numbered from 1 if the destination's name
/// has the place `{n}`, else one.
public record RollingFiles(Destination destination) {
    private static final int CHUNK = 128 * 1024;

    /// How many files there are, and their bytes.
    public record FileTotals(int files, long bytes) {}

    /// The files up to a mark, with the digest of its bytes.
    public record Verified(int files, MessageDigest sha256) {}

    /// Why they cannot be written.
    public Optional<String> check(Existing existing) {
        try {
            return destination.appends(existing)
                    ? destination.numbered(present().files() + 1).check(Existing.REFUSE)
                    : destination.numbered(1).check(existing);
        } catch (IOException e) {
            return Optional.of(destination.name() + " cannot be listed: " + e.getMessage());
        }
    }

    /// The files that exist.
    public FileTotals present() throws IOException {
        int files = 0;
        long bytes = 0;
        for (OptionalLong size = size(1); size.isPresent(); size = size(files + 1)) {
            bytes += size.getAsLong();
            files++;
        }
        return new FileTotals(files, bytes);
    }

    private OptionalLong size(int number) throws IOException {
        return number > 1 && !destination.isNumbered()
                ? OptionalLong.empty()
                : destination.numbered(number).size();
    }

    /// Deletes the file `first` and those after it.
    public void deleteFrom(int first) throws IOException {
        for (int number = first; size(number).isPresent(); number++) {
            destination.numbered(number).delete();
        }
    }

    /// Verifies the files that an earlier process of the run wrote up to `mark`, after those before its start.
    public Verified verify(Mark mark) throws IOException {
        var marked = new MarkedBytes(destination.name(), mark);
        int files = 0;
        long at = 0;
        var bytes = new byte[CHUNK];
        while (at < mark.end()) {
            OptionalLong size = size(files + 1);
            if (size.isEmpty()) {
                throw marked.missing();
            }
            files++;
            long end = at + size.getAsLong();
            marked.refuseLonger(end);
            if (at >= mark.start()) {
                digest(files, marked, bytes);
            }
            at = end;
        }
        return new Verified(files, marked.verified());
    }

    private void digest(int number, MarkedBytes marked, byte[] bytes) throws IOException {
        try (Input input = destination.numbered(number).whole().orElseThrow(marked::missing)) {
            for (int read = input.read(bytes, 0, CHUNK); read >= 0; read = input.read(bytes, 0, CHUNK)) {
                marked.add(bytes, 0, read);
            }
        } catch (PluginException e) {
            throw e;
        } catch (IOException e) {
            throw new PluginException(destination.numbered(number).name() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
