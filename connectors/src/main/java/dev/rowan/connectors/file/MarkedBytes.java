package dev.rowan.connectors.file;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Mark;
import java.security.MessageDigest;
import java.util.Locale;

/// Verifies what an earlier process of a run wrote up to its mark. Owned by the sink's thread.
public final class MarkedBytes {
    /// Enough digits of a SHA-256 for a message.
    private static final int SHOWN = 12;

    private final String name;
    private final Mark mark;
    private final MessageDigest sha256 = Sha256.create();

    /// The bytes of `mark` in the output `name`.
    public MarkedBytes(String name, Mark mark) {
        this.name = name;
        this.mark = mark;
    }

    /// Adds the next bytes between the mark's start and end.
    public void add(byte[] bytes, int from, int count) {
        sha256.update(bytes, from, count);
    }

    /// The SHA-256 of the bytes, to continue with, if it matches.
    public MessageDigest verified() throws PluginException {
        String found = Sha256.hex(sha256);
        if (!found.equals(mark.sha256())) {
            throw changed(String.format(
                    Locale.ROOT,
                    "bytes %,d to %,d have another SHA-256 (expected %s…, found %s…)",
                    mark.start(),
                    mark.end(),
                    begin(mark.sha256()),
                    begin(found)));
        }
        return sha256;
    }

    private static String begin(String sha256) {
        return sha256.substring(0, Math.min(SHOWN, sha256.length()));
    }

    /// Rejects output of `size` bytes that is shorter than recorded.
    public void refuseShorter(long size) throws PluginException {
        if (size < mark.end()) {
            throw changed(String.format(
                    Locale.ROOT, "it has %,d bytes, but what the run wrote ends at byte %,d", size, mark.end()));
        }
    }

    /// Rejects files that end at byte `end`, beyond what was recorded.
    void refuseLonger(long end) throws PluginException {
        if (end > mark.end()) {
            throw changed(String.format(
                    Locale.ROOT,
                    "its files end at byte %,d, but what the run wrote ends at byte %,d",
                    end,
                    mark.end()));
        }
    }

    public PluginException missing() {
        return new PluginException(String.format(
                Locale.ROOT,
                "%s is missing, but the run has written it up to byte %,d, with %,d rows of its own; restore it, or start"
                        + " a new run",
                name,
                mark.end(),
                mark.rows()));
    }

    private PluginException changed(String how) {
        return new PluginException(
                name + " was changed since the run wrote it: " + how + "; restore it, or start a new run");
    }
}
