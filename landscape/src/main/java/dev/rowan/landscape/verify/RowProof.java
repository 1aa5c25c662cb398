package dev.rowan.landscape.verify;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.AuditPaths;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.seal.VerifyingKey;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events of one row with their audit paths to the root of a head: proves to anyone who trusts the head,
/// without a database, that they are in the record. Does not prove that the row has no others.
///
/// An event in the chain of a writer leads to the root of that chain, which the `seal` states, an event that leads to
/// the root of the head.
public record RowProof(String runId, long row, Head head, Optional<ProvenEvent> seal, List<ProvenEvent> events) {
    private static final long VERSION = 1;
    private static final long SEALED_VERSION = 2;

    public RowProof {
        events = List.copyOf(events);
    }

    /// An event by writer and sequence number: the envelope as hashed, and its audit path in hex from the sibling up.
    public record ProvenEvent(int writer, long seq, String envelope, List<String> path) {
        public ProvenEvent {
            path = List.copyOf(path);
        }
    }

    private long version() {
        return seal.isPresent() ? SEALED_VERSION : VERSION;
    }

    public byte[] json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("version", version());
        json.put("run", runId);
        json.put("row", row);
        var sealed = new LinkedHashMap<String, @Nullable Object>();
        sealed.put("run", head.runId());
        sealed.put("size", head.size());
        sealed.put("root", head.root());
        sealed.put("last_leaf", head.lastLeaf());
        sealed.put("time", head.time().toString());
        head.signature().ifPresent(by -> {
            sealed.put("key_id", by.keyId());
            sealed.put("signature", by.signature());
        });
        json.put("head", sealed);
        seal.ifPresent(event -> json.put("seal", json(event)));
        json.put("events", events.stream().map(RowProof::json).toList());
        return RowJson.writeValue(json);
    }

    private static Map<String, @Nullable Object> json(ProvenEvent event) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        if (event.writer() != LogKey.OWNER) {
            json.put("writer", (long) event.writer());
        }
        json.put("seq", event.seq());
        json.put("envelope", event.envelope());
        json.put("payload_sha256", envelope(event).get("payload_sha256"));
        json.put("leaf", HexFormat.of().formatHex(Chain.leafOf(event.envelope())));
        json.put("audit_path", event.path());
        return json;
    }

    private static Map<String, @Nullable Object> envelope(ProvenEvent event) {
        return RecordedJson.object(event.envelope());
    }

    /// Parses a proof file. Throws an [IllegalArgumentException] if it is none or contradicts itself.
    public static RowProof parse(byte[] bytes) {
        try {
            Map<String, @Nullable Object> json = RowJson.readRow(bytes).asMap();
            if (!List.of(VERSION, SEALED_VERSION).contains(json.get("version"))) {
                throw new IllegalArgumentException("the proof must have version 1 or 2, found " + json.get("version"));
            }
            KeptHead head = HeadFiles.head("the proof's head", RecordedJson.map(json.get("head")));
            var events = new ArrayList<ProvenEvent>();
            if (json.get("events") instanceof List<?> list) {
                for (Object event : list) {
                    events.add(event(RecordedJson.map(event)));
                }
            }
            var proof = new RowProof(
                    String.valueOf(json.get("run")),
                    RecordedJson.number(json.get("row")),
                    head.head().orElseThrow(() -> new IllegalArgumentException("the head has no last_leaf or time")),
                    Optional.ofNullable(json.get("seal")).map(RecordedJson::map).map(RowProof::event),
                    events);
            if (!Arrays.equals(proof.json(), strip(bytes))) {
                throw new IllegalArgumentException("the proof is not written as `rowan prove` writes it");
            }
            return proof;
        } catch (JsonException | LandscapeException | DateTimeException wrong) {
            throw new IllegalArgumentException("it is not a proof: " + wrong.getMessage(), wrong);
        }
    }

    /// The bytes without the trailing line end.
    private static byte[] strip(byte[] bytes) {
        int length = bytes.length;
        return length > 0 && bytes[length - 1] == '\n' ? Arrays.copyOf(bytes, length - 1) : bytes;
    }

    private static ProvenEvent event(Map<String, @Nullable Object> json) {
        var path = new ArrayList<String>();
        if (json.get("audit_path") instanceof List<?> list) {
            list.forEach(hash -> path.add(String.valueOf(hash)));
        }
        int writer = json.get("writer") == null ? LogKey.OWNER : (int) RecordedJson.number(json.get("writer"));
        return new ProvenEvent(
                writer, RecordedJson.number(json.get("seq")), String.valueOf(json.get("envelope")), path);
    }

    /// The first fault of the proof, if any: every event must be the row's and lead to the head's root. The head
    /// must equal `kept` and be signed by `key`, where given.
    public Optional<String> fault(Optional<KeptHead> kept, Optional<VerifyingKey> key) {
        if (events.isEmpty()) {
            return Optional.of("the proof has no events");
        }
        Optional<String> sealFault = seal.flatMap(this::sealFault);
        if (sealFault.isPresent()) {
            return Optional.of("the seal: " + sealFault.get());
        }
        for (ProvenEvent event : events) {
            Optional<String> fault = fault(event);
            if (fault.isPresent()) {
                return Optional.of("event " + event.seq() + ": " + fault.get());
            }
        }
        if (!head.runId().equals(runId)) {
            return Optional.of("the head is of another run");
        }
        if (kept.filter(given -> !given.runId().equals(runId)
                        || given.size() != head.size()
                        || !given.root().equals(head.root()))
                .isPresent()) {
            return Optional.of("its head is not that of " + kept.get().where());
        }
        return key.filter(by -> !by.signed(head)).map(by -> "its head is not signed by the key " + by.id());
    }

    /// A hash in lower-case hex, the only accepted spelling.
    private static byte[] hash(String hex) {
        byte[] hash = HexFormat.of().parseHex(hex);
        if (!HexFormat.of().formatHex(hash).equals(hex)) {
            throw new IllegalArgumentException("a hash is written in small letters");
        }
        return hash;
    }

    private Optional<String> fault(ProvenEvent event) {
        try {
            if (!Long.valueOf(row).equals(envelope(event).get("row_seq"))) {
                return Optional.of("its envelope is of another row");
            }
            return tree(event.writer()).map(tree -> fault(event, tree)).orElse(Optional.of("no seal covers its chain"));
        } catch (LandscapeException | IllegalArgumentException unreadable) {
            return Optional.of("it cannot be read");
        }
    }

    private Optional<String> sealFault(ProvenEvent event) {
        try {
            boolean seals = event.writer() == LogKey.OWNER
                    && ChainEvents.CHAINS_SEALED.equals(envelope(event).get("type"));
            return seals ? fault(event, new Tree(head.size(), head.root())) : Optional.of("it is another event");
        } catch (LandscapeException | IllegalArgumentException unreadable) {
            return Optional.of("it cannot be read");
        }
    }

    /// The number of leaves and the root of a tree.
    private record Tree(long size, String root) {}

    /// The tree of a writer: the head's, or one that the seal states.
    private Optional<Tree> tree(int writer) {
        if (writer == LogKey.OWNER) {
            return Optional.of(new Tree(head.size(), head.root()));
        }
        return seal.map(event ->
                        RecordedJson.object(String.valueOf(envelope(event).get("facts"))))
                .flatMap(facts -> ChainEvents.chains(facts).stream()
                        .filter(chain -> chain.writer() == writer)
                        .findFirst())
                .map(chain -> new Tree(chain.size(), chain.root()));
    }

    private Optional<String> fault(ProvenEvent event, Tree tree) {
        Map<String, @Nullable Object> envelope = envelope(event);
        if (!runId.equals(envelope.get("run"))
                || !Long.valueOf(event.writer()).equals(envelope.get("writer"))
                || !Long.valueOf(event.seq()).equals(envelope.get("seq"))) {
            return Optional.of("its envelope is of another run, writer or number");
        }
        List<byte[]> path = event.path().stream().map(RowProof::hash).toList();
        Optional<String> root = AuditPaths.root(event.seq(), tree.size(), Chain.leafOf(event.envelope()), path)
                .map(HexFormat.of()::formatHex);
        return root.equals(Optional.of(tree.root()))
                ? Optional.empty()
                : Optional.of("it does not lead to the head's root: it is not in the record, or was changed");
    }
}
