package dev.rowan.connectors.azureblob;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.connectors.azureblob.BlobClient.Properties;
import dev.rowan.connectors.file.LineOutput;
import dev.rowan.connectors.file.MarkedBytes;
import java.util.random.RandomGenerator;

/// A blob that is there and will be gone on with up to a mark. Whole blocks before the mark stay where they are; the
/// few bytes behind them are read and uploaded again as one block, because a mark need not lie between two blocks.
record ExistingBlob(BlobClient client, Properties there, String contentType, RandomGenerator chance) {
    private static final int CHUNK = 128 * 1024;

    /// The blob, cut to `mark`, when the bytes up to there are those on record.
    LineOutput upTo(Mark mark, Faults faults) throws PluginException {
        var marked = new MarkedBytes(client.address(), mark);
        marked.refuseShorter(there.size());
        var blocks = new Blocks(chance);
        long kept = wholeBlocks(blocks, mark.end());
        var target = BlobTarget.resume(client, contentType, blocks, there.etag(), faults);
        byte last = '\n';
        var bytes = new byte[CHUNK];
        long at = Math.max(0, Math.min(Math.min(kept, mark.start()), mark.end() - 1));
        try (var input = new BlobInput(client, there, at)) {
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
        var output = new LineOutput(target, mark, sha256);
        if (last != '\n') {
            output.buffer().write('\n');
        }
        return output;
    }

    /// Puts the whole blocks before `end` into `blocks`; how many bytes they hold.
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

    /// Where among `count` bytes, of which the first lies at `at`, those from `offset` on begin.
    private static int from(long offset, long at, int count) {
        return (int) Math.clamp(offset - at, 0L, (long) count);
    }
}
