package dev.rowan.connectors.azureblob;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/// The blocks that make up a blob: whole ones, and behind them the small ones that syncs put there since.
///
/// A blob has at most 50,000 blocks. Whole ones begin at 4 MiB and double every 9,500; small ones are at most 256, and
/// are uploaded again as one when there would be more or when they fill a whole one.
final class Blocks {
    static final int MOST_SMALL = 256;

    private static final int ID_LENGTH = 24;
    private static final int FIRST_SIZE = 4 * 1024 * 1024;
    private static final int EVERY = 9_500;
    private static final int DOUBLINGS = 4;

    private final String writer;
    private final List<String> whole = new ArrayList<>();
    private final List<String> small = new ArrayList<>();
    private int given;

    /// Blocks whose ids begin with `writer`, by which two writers cannot take each other's for their own.
    Blocks(RandomGenerator writer) {
        this.writer = "%010x".formatted(writer.nextLong() & 0xff_ffff_ffffL);
    }

    /// Who writes, for whoever looks at the blob.
    String writer() {
        return writer;
    }

    /// How large the next whole block is.
    int size() {
        return FIRST_SIZE << Math.min(whole.size() / EVERY, DOUBLINGS);
    }

    /// Whether no whole block fits any more.
    boolean isFull() {
        return whole.size() >= EVERY * (DOUBLINGS + 1);
    }

    /// An id that was not given before: base64, all of one length, as the service wants it. Hexadecimal digits give
    /// letters and digits alone, which need no escape in an address.
    String nextId() {
        String id = writer + "%08x".formatted(given++);
        return Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.US_ASCII));
    }

    /// Takes over a block that another writer committed, when it is as the next whole one would be. All ids of a blob
    /// have one length.
    boolean takeOver(CommittedBlocks.Block block) {
        boolean fits = block.size() == size() && !isFull() && block.id().length() == ID_LENGTH;
        if (fits) {
            whole.add(block.id());
        }
        return fits;
    }

    /// A whole block takes the place of the small ones.
    void addWhole(String id) {
        small.clear();
        whole.add(id);
    }

    void addSmall(String id) {
        small.add(id);
    }

    /// One small block takes the place of all of them.
    void merge(String id) {
        small.clear();
        small.add(id);
    }

    boolean needsMerge() {
        return small.size() >= MOST_SMALL;
    }

    List<String> ids() {
        var ids = new ArrayList<String>(whole.size() + small.size());
        ids.addAll(whole);
        ids.addAll(small);
        return ids;
    }

    static String xml(List<String> ids) {
        var xml =
                new StringBuilder(64 + ids.size() * 41).append("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>");
        ids.forEach(id -> xml.append("<Latest>").append(id).append("</Latest>"));
        return xml.append("</BlockList>").toString();
    }
}
