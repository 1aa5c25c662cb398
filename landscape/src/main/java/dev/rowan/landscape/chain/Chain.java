package dev.rowan.landscape.chain;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A log's hash chain as far as it has been followed: each event's leaf covers its facts, the digest of its values
/// and the leaf before it, and all leaves stand in one Merkle tree.
///
/// `leaf = SHA-256(0x00 ‖ canonical JSON of the envelope)`. Owned by one thread: the writer's, or a verifier's.
public final class Chain {
    private final LogKey log;
    private final MessageDigest sha = Sha256.create();
    private final MerkleTree tree = new MerkleTree(sha);
    private final CanonicalJson json = new CanonicalJson();
    private byte[] last = new byte[Sha256.BYTES];

    public Chain(LogKey log) {
        this.log = log;
    }

    /// The number of events so far, which is also the number of the next one.
    public long size() {
        return tree.size();
    }

    /// The last event's leaf in hex; zeros before the first.
    public String lastLeaf() {
        return HexFormat.of().formatHex(last);
    }

    /// The tree's root in hex.
    public String root() {
        return HexFormat.of().formatHex(tree.root());
    }

    public Link append(Event event, int epoch) {
        return append(
                event.table(), event.time(), event.facts(), event.payload().map(Payload::digest), epoch);
    }

    /// Links an event whose values may be gone: only their digest counts.
    public Link append(
            EventTable table, long time, @Nullable Object[] facts, Optional<Payload.Digest> payload, int epoch) {
        long seq = size();
        envelope(table, time, facts, payload.orElse(null), epoch, seq);
        json.feed(sha);
        last = sha.digest();
        tree.append(last);
        return new Link(seq, epoch, last);
    }

    private void envelope(
            EventTable table,
            long time,
            @Nullable Object[] facts,
            Payload.@Nullable Digest payload,
            int epoch,
            long seq) {
        json.clear();
        json.raw(0x00);
        int separator = '{';
        for (EnvelopeLayout.Field field : table.layout().fields()) {
            if (absent(field.from(), facts, payload)) {
                continue;
            }
            json.raw(separator);
            separator = ',';
            json.raw(field.key());
            switch (field.from()) {
                case EnvelopeLayout.From.Constant(byte[] constant) -> json.raw(constant);
                case EnvelopeLayout.From.Fact(int index) -> fact(facts[index]);
                case EnvelopeLayout.From.Given(EnvelopeLayout.What what) -> {
                    switch (what) {
                        case EPOCH -> json.number(epoch);
                        case PAYLOAD_LENGTH -> json.number(payload == null ? 0 : payload.length());
                        case PAYLOAD_SHA256 -> json.hex(payload == null ? new byte[0] : payload.sha256());
                        case PREV -> json.hex(last);
                        case RUN -> json.text(log.runId());
                        case SEQ -> json.number(seq);
                        case TIME -> json.number(time);
                        case WRITER -> json.number(log.writer());
                    }
                }
            }
        }
        json.raw('}');
    }

    private static boolean absent(
            EnvelopeLayout.From from, @Nullable Object[] facts, Payload.@Nullable Digest payload) {
        return switch (from) {
            case EnvelopeLayout.From.Fact(int index) -> facts[index] == null;
            case EnvelopeLayout.From.Given(EnvelopeLayout.What what) ->
                payload == null
                        && (what == EnvelopeLayout.What.PAYLOAD_LENGTH || what == EnvelopeLayout.What.PAYLOAD_SHA256);
            case EnvelopeLayout.From.Constant _ -> false;
        };
    }

    private void fact(@Nullable Object value) {
        if (value instanceof Long number) {
            json.number(number);
        } else if (value instanceof String text) {
            json.text(text);
        } else {
            throw new IllegalArgumentException("a fact is a whole number or a text, got " + value);
        }
    }

    /// The envelope that was hashed last, without the 0x00 before it: for tests and for people.
    String lastEnvelope() {
        byte[] hashed = json.copy();
        return new String(hashed, 1, hashed.length - 1, java.nio.charset.StandardCharsets.UTF_8);
    }
}
