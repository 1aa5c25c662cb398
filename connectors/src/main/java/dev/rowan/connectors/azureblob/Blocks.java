package dev.rowan.connectors.azureblob;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/// The blocks of a blob: full ones, followed by the small ones of recent syncs.
///
/// A blob has at most 50,000 blocks. Full ones start at 4 MiB and double every 9,500; small ones are merged at
/// 256, or when they fill a full one.
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

    /// Block ids start with `writer`, so that two writers never use the same.
    Blocks(RandomGenerator writer) {
        this.writer = "%010x".formatted(writer.nextLong() & 0xff_ffff_ffffL);
    }

    /// The id of the writer.
    String writer() {
        return writer;
    }

    /// The size of the next full block.
    int size() {
        return FIRST_SIZE << Math.min(whole.size() / EVERY, DOUBLINGS);
    }

    /// Whether no more full block fits.
    boolean isFull() {
        return whole.size() >= EVERY * (DOUBLINGS + 1);
    }

    /// A new id: base64 of fixed length, as the service requires, with hexadecimal content that needs no URL
    /// encoding.
    String nextId() {
        String id = writer + "%08x".formatted(given++);
        return Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.US_ASCII));
    }

    /// Adopts a block committed by another writer if it matches the next full one.
    boolean takeOver(CommittedBlocks.Block block) {
        boolean fits = block.size() == size() && !isFull() && block.id().length() == ID_LENGTH;
        if (fits) {
            whole.add(block.id());
        }
        return fits;
    }

    /// Adds a full block, which replaces the small ones.
    void addWhole(String id) {
        small.clear();
        whole.add(id);
    }

    void addSmall(String id) {
        small.add(id);
    }

    /// Replaces all small blocks by one.
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
