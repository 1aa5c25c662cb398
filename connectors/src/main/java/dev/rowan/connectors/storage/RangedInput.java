package dev.rowan.connectors.storage;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.file.Input;

/// Reads an object in ranges, one request each, as long as its version does not change. An interrupted download
/// resumes at the last byte. Owned by the reader's thread.
public final class RangedInput implements Input {
    /// The size of a range.
    public static final int PART = 4 * 1024 * 1024;

    /// An interrupted download with fewer bytes counts as a failure.
    private static final int ENOUGH = 64 * 1024;

    private final RangeReader reader;
    private final ObjectVersion version;
    private final long size;
    private final RequestRetry attempts;
    private byte[] part = {};
    private int at;
    private long reached;

    /// Reads from offset `from` on.
    public RangedInput(RangeReader reader, ObjectVersion version, long from) {
        this.reached = from;
        this.reader = reader;
        this.version = version;
        this.size = version.size();
        this.attempts = new RequestRetry(reader.time(), RequestRetry.MANY);
    }

    @Override
    public String name() {
        return reader.address();
    }

    @Override
    public int read(byte[] into, int to, int length) throws PluginException {
        while (at == part.length) {
            if (reached == size) {
                return -1;
            }
            fetch();
        }
        int count = Math.min(length, part.length - at);
        System.arraycopy(part, at, into, to, count);
        at += count;
        return count;
    }

    /// Fetches the next range, or a part of it.
    private void fetch() throws PluginException {
        int wanted = (int) Math.min(PART, size - reached);
        WireReply reply = reader.range(reached, wanted, version);
        switch (reply) {
            case WireReply.Complete complete
            when complete.status() == 206 && isNext(complete.headers(), complete.body(), wanted) -> {
                take(complete.body());
                attempts.progressed();
            }
            case WireReply.Unknown broken
            when broken.status().orElse(0) == 206 && isNext(broken.headers(), broken.body(), wanted) -> {
                take(broken.body());
                if (broken.body().size() >= ENOUGH) {
                    attempts.progressed();
                } else {
                    again(reply);
                }
            }
            case WireReply.Complete complete
            when complete.status() == 412 || complete.status() == 404 ->
                throw new PluginException("%s was changed or deleted while it was being read, at byte %d of %d;"
                                .formatted(reader.address(), reached, size)
                        + " run again when nobody writes it");
            case WireReply.Complete _, WireReply.NotSent _, WireReply.Unknown _ -> again(reply);
        }
    }

    /// Whether these are the next bytes of the object that was opened.
    private boolean isNext(Headers headers, Payload body, int wanted) {
        String range = headers.first("content-range").orElse("");
        return range.startsWith("bytes " + reached + "-")
                && range.endsWith("/" + size)
                && reader.isOf(version, headers)
                && body.size() <= wanted;
    }

    private void take(Payload body) {
        part = body.bytes();
        at = 0;
        reached += part.length;
    }

    /// Waits before a retry; throws if none is left or it cannot help.
    private void again(WireReply reply) throws PluginException {
        try {
            if (RequestRetry.mayHelp(reply) && attempts.again(reply)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted");
        }
        throw failed(reader.message(reply));
    }

    private PluginException failed(String why) {
        String tries = attempts.failed() > 1 ? ", after " + attempts.failed() + " attempts" : "";
        return new PluginException(
                reader.address() + " cannot be read further at byte " + reached + " of " + size + ": " + why + tries);
    }

    @Override
    public void close() {
        part = new byte[0];
        at = 0;
    }
}
