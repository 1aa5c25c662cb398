package dev.rowan.connectors.azureblob;

import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.connectors.azureblob.BlobClient.Committed;
import dev.rowan.connectors.azureblob.BlobClient.Condition;
import dev.rowan.connectors.file.LineOutput;
import java.io.IOException;
import java.util.Arrays;

/// A block blob that lines are added to. What is written waits in memory and in uploaded blocks that nobody sees; a
/// sync commits them in one step, on condition that the blob is still what the sync before made it. So a reader finds
/// what the last sync left, whole lines only, whenever it looks. Owned by the sink's thread.
final class BlobTarget implements LineOutput.Target {
    private static final int LITTLE = 64 * 1024;

    private final BlobClient client;
    private final String contentType;
    private final Blocks blocks;
    private final Faults faults;
    private String etag = "";
    private int commits;

    /// The bytes behind the whole blocks; the first `staged` of them are in small blocks already.
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

    /// An empty blob on condition that it is not there, or is what `condition` says.
    static BlobTarget create(BlobClient client, String contentType, Blocks blocks, Condition condition, Faults faults)
            throws PluginException {
        var target = new BlobTarget(client, contentType, blocks, faults);
        if (!target.commit(condition)) {
            throw new PluginException(client.address() + " cannot be made: something else "
                    + (condition instanceof Condition.Absent ? "made" : "changed") + " it just now");
        }
        return target;
    }

    /// The blob as it was found, up to the bytes in `blocks`; what comes behind them is written again and then kept by
    /// [#keep]. Until then, nobody sees a change.
    static BlobTarget resume(BlobClient client, String contentType, Blocks blocks, String etag, Faults faults) {
        var target = new BlobTarget(client, contentType, blocks, faults);
        target.etag = etag;
        return target;
    }

    /// Makes the blob what was written so far and nothing else. A writer from before, who may be asleep, can commit no
    /// more: the blob is another one for it.
    void keep() throws PluginException {
        if (length > 0) {
            blocks.addSmall(stage(0));
        }
        staged = length;
        if (!commit(new Condition.Unchanged(etag))) {
            throw new PluginException(client.address() + " cannot be gone on with: something else changed it just now;"
                    + " let one run at a time write it");
        }
        changed = false;
    }

    @Override
    public void write(byte[] bytes, int count) throws PluginException {
        write(bytes, 0, count);
    }

    /// Adds the bytes from `first` to `count`.
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
            throw new PluginException(client.address() + " cannot be written on: something else changed or deleted it"
                    + " since the last sync; let one run at a time write it");
        }
        changed = false;
    }

    private String stage(int from) throws PluginException {
        String id = blocks.nextId();
        client.stage(id, Payload.of(Arrays.copyOfRange(tail, from, length)));
        return id;
    }

    /// False when the blob is not as `condition` says.
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

    /// Nothing is to be taken back: what was not committed is in no blob, and the service forgets it within a week.
    @Override
    public void close(long durable) {
        tail = new byte[0];
    }

    @Override
    public PluginException failed(IOException failure, long safe) {
        return new PluginException(failure.getMessage() + "; its first " + safe + " rows are safe", failure);
    }
}
