package dev.rowan.connectors.azureblob;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.connectors.azureblob.BlobClient.Properties;
import dev.rowan.connectors.file.MarkedBytes;
import dev.rowan.connectors.file.OpenedOutput;
import dev.rowan.connectors.storage.RangedInput;
import java.util.random.RandomGenerator;

/// An existing blob to continue from a mark. Full blocks before the mark stay; the bytes after them are downloaded
/// and uploaded again as one block, because a mark need not be at a block boundary.
record ExistingBlob(BlobClient client, Properties there, String contentType, RandomGenerator chance) {
    private static final int CHUNK = 128 * 1024;

    /// The blob truncated to `mark`, after verifying its bytes.
    OpenedOutput upTo(Mark mark, Faults faults) throws PluginException {
        var marked = new MarkedBytes(client.address(), mark);
        marked.refuseShorter(there.size());
        var blocks = new Blocks(chance);
        long kept = wholeBlocks(blocks, mark.end());
        var target = BlobTarget.resume(client, contentType, blocks, there.etag(), faults);
        byte last = '\n';
        var bytes = new byte[CHUNK];
        long at = Math.max(0, Math.min(Math.min(kept, mark.start()), mark.end() - 1));
        try (var input = new RangedInput(client, there.version(), at)) {
            while (at < mark.end()) {
                int count = input.read(bytes, 0, (int) Math.min(bytes.length, mark.end() - at));
                marked.refuseShorter(count < 0 ? at : mark.end());
                int own = from(mark.start(), at, count);
                marked.add(bytes, own, count - own);
                target.write(bytes, from(kept, at, count), count);
                last = bytes[count - 1];
                at += count;
            }
        }
        var sha256 = marked.verified();
        target.keep();
        return new OpenedOutput(target, mark, sha256, last != '\n');
    }

    /// Adds the full blocks before `end` to `blocks` and returns their size.
    private long wholeBlocks(Blocks blocks, long end) throws PluginException {
        long kept = 0;
        for (CommittedBlocks.Block block : client.blocks().list()) {
            if (kept + block.size() > end || !blocks.takeOver(block)) {
                break;
            }
            kept += block.size();
        }
        return kept;
    }

    /// The index among `count` bytes at position `at` of those from `offset` on.
    private static int from(long offset, long at, int count) {
        return (int) Math.clamp(offset - at, 0L, (long) count);
    }
}
