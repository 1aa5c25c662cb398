package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A log's hash chain: each event's leaf covers its facts, the digest of its values and the previous leaf, and all
/// leaves form one Merkle tree.
///
/// `leaf = SHA-256(0x00 ‖ canonical JSON of the envelope)`. Owned by one thread: the writer's, or a verifier's.
public final class Chain {
    private final LogKey log;
    private final MessageDigest sha = Sha256.create();
    private final MerkleTree tree;
    private final CanonicalJson json = new CanonicalJson();
    private byte[] last = new byte[Sha256.BYTES];

    public Chain(LogKey log) {
        this.log = log;
        this.tree = new MerkleTree(sha);
    }

    /// The chain of a log with `size` events, from the roots of its tree's complete subtrees and its last leaf, all
    /// in hex. Throws an [IllegalArgumentException] if they do not fit the size.
    public Chain(LogKey log, long size, List<String> subtrees, String lastLeaf) {
        this.log = log;
        this.tree = new MerkleTree(
                sha, size, subtrees.stream().map(HexFormat.of()::parseHex).toList());
        this.last = HexFormat.of().parseHex(lastLeaf);
    }

    /// The number of events so far, which is also the sequence number of the next.
    public long size() {
        return tree.size();
    }

    /// The hash of an envelope: `SHA-256(0x00 ‖ envelope)`.
    public static byte[] leafOf(String envelope) {
        MessageDigest sha = Sha256.create();
        sha.update((byte) 0x00);
        return sha.digest(envelope.getBytes(UTF_8));
    }

    /// The envelope of an event; `prev` is the previous leaf, empty for the first.
    public static String envelope(
            LogKey log,
            long seq,
            EventTable table,
            long time,
            @Nullable Object[] facts,
            Optional<EventPayload.Digest> payload,
            int epoch,
            Optional<byte[]> prev) {
        var json = new CanonicalJson();
        byte[] before = prev.orElseGet(() -> new byte[Sha256.BYTES]);
        new Envelope(log, table, seq, epoch, time, facts, payload.orElse(null), before).write(json);
        return new String(json.copy(), UTF_8);
    }

    /// The last event's leaf in hex; zeros before the first.
    public String lastLeaf() {
        return HexFormat.of().formatHex(last);
    }

    /// The tree's root in hex.
    public String root() {
        return HexFormat.of().formatHex(tree.root());
    }

    /// The roots of the tree's complete subtrees in hex, largest first.
    public List<String> subtrees() {
        return tree.subtrees().stream().map(HexFormat.of()::formatHex).toList();
    }

    public Link append(Event event, int epoch) {
        return append(
                event.table(), event.time(), event.facts(), event.payload().map(EventPayload::digest), epoch);
    }

    /// Links an event whose values may be deleted: only their digest counts.
    public Link append(
            EventTable table, long time, @Nullable Object[] facts, Optional<EventPayload.Digest> payload, int epoch) {
        long seq = size();
        json.clear();
        json.raw(0x00);
        new Envelope(log, table, seq, epoch, time, facts, payload.orElse(null), last).write(json);
        json.feed(sha);
        last = sha.digest();
        tree.append(last);
        return new Link(seq, epoch, last);
    }

    /// The envelope hashed last, without the 0x00 prefix; for tests and diagnostics.
    public String lastEnvelope() {
        byte[] hashed = json.copy();
        return new String(hashed, 1, hashed.length - 1, UTF_8);
    }
}
