package dev.rowan.connectors.azureblob;

import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.connectors.azureblob.BlobClient.Committed;
import dev.rowan.connectors.azureblob.BlobClient.Condition;
import dev.rowan.connectors.file.OutputTarget;
import java.io.IOException;
import java.util.Arrays;

/// A block blob that grows by complete lines. Lines are buffered in memory and in uncommitted blocks; a sync
/// commits them atomically, on condition that the blob has not changed since the last one. Owned by the sink's
/// thread.
final class BlobTarget implements OutputTarget {
    private static final int LITTLE = 64 * 1024;

    private final BlobClient client;
    private final String contentType;
    private final Blocks blocks;
    private final Faults faults;
    private String etag = "";
    private int commits;

    /// The bytes after the full blocks; the first `staged` of them are in small blocks already.
    private byte[] tail = new byte[LITTLE];

    private int length;
    private int staged;
    private boolean changed;

    private BlobTarget(BlobClient client, String contentType, Blocks blocks, Faults faults) {
        this.client = client;
        this.contentType = contentType;
        this.blocks = blocks;
        this.faults = faults;
    }

    /// Creates an empty blob if `condition` holds.
    static BlobTarget create(BlobClient client, String contentType, Blocks blocks, Condition condition, Faults faults)
            throws PluginException {
        var target = new BlobTarget(client, contentType, blocks, faults);
        if (!target.commit(condition)) {
            throw new PluginException(client.address() + " cannot be created: something else "
                    + (condition instanceof Condition.Absent ? "made" : "changed") + " it just now");
        }
        return target;
    }

    /// Continues an existing blob after the bytes in `blocks`; nothing is visible before [#keep].
    static BlobTarget resume(BlobClient client, String contentType, Blocks blocks, String etag, Faults faults) {
        var target = new BlobTarget(client, contentType, blocks, faults);
        target.etag = etag;
        return target;
    }

    /// Commits what was written so far and nothing else. An earlier writer can no longer commit, since the ETag
    /// changes.
    void keep() throws PluginException {
        if (length > 0) {
            blocks.addSmall(stage(0));
        }
        staged = length;
        if (!commit(new Condition.Unchanged(etag))) {
            throw new PluginException(client.address() + " cannot be resumed: something else changed it just now;"
                    + " let one run at a time write it");
        }
        changed = false;
    }

    @Override
    public void write(byte[] bytes, int count) throws PluginException {
        write(bytes, 0, count);
    }

    /// Appends the bytes from `first` to `count`.
    void write(byte[] bytes, int first, int count) throws PluginException {
        int from = first;
        while (from < count) {
            if (length == blocks.size()) {
                stageWhole();
            }
            int fits = Math.min(count - from, blocks.size() - length);
            room(length + fits);
            System.arraycopy(bytes, from, tail, length, fits);
            length += fits;
            from += fits;
            changed = true;
        }
    }

    private void room(int wanted) {
        if (wanted > tail.length) {
            tail = Arrays.copyOf(tail, Math.min(Math.max(wanted, 2 * tail.length), blocks.size()));
        }
    }

    private void stageWhole() throws PluginException {
        if (blocks.isFull()) {
            throw new PluginException(client.address() + " cannot grow any further: it has all the blocks that a blob"
                    + " can have; split the input over several runs");
        }
        String id = blocks.nextId();
        client.stage(id, Payload.of(tail));
        blocks.addWhole(id);
        tail = new byte[blocks.size()];
        length = 0;
        staged = 0;
    }

    @Override
    public void sync() throws IOException {
        if (!changed) {
            return;
        }
        if (blocks.needsMerge()) {
            blocks.merge(stage(0));
        } else if (staged < length) {
            blocks.addSmall(stage(staged));
        }
        staged = length;
        faults.at(FaultPoint.SINK_HALF_WRITTEN);
        if (!commit(new Condition.Unchanged(etag))) {
            throw new PluginException(client.address() + " cannot be written: something else changed or deleted it"
                    + " since the last sync; let one run at a time write it");
        }
        changed = false;
    }

    private String stage(int from) throws PluginException {
        String id = blocks.nextId();
        client.stage(id, Payload.of(Arrays.copyOfRange(tail, from, length)));
        return id;
    }

    /// False if `condition` does not hold.
    private boolean commit(Condition condition) throws PluginException {
        String mark = blocks.writer() + "-" + commits++;
        return switch (client.commit(blocks.ids(), contentType, mark, condition)) {
            case Committed.As(var now) -> {
                etag = now;
                yield true;
            }
            case Committed.Otherwise() -> false;
        };
    }

    /// Nothing to undo: uncommitted blocks are invisible, and the service removes them within a week.
    @Override
    public void close(long durable) {
        tail = new byte[0];
    }

    @Override
    public PluginException failed(IOException failure, long safe) {
        return new PluginException(failure.getMessage() + "; its first " + safe + " rows are safe", failure);
    }
}
