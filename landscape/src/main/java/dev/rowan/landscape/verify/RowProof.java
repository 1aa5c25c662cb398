package dev.rowan.landscape.verify;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.AuditPaths;
import dev.rowan.landscape.chain.Chain;
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
public record RowProof(String runId, long row, Head head, List<ProvenEvent> events) {
    private static final long VERSION = 1;

    public RowProof {
        events = List.copyOf(events);
    }

    /// An event by sequence number: the envelope as hashed, and its audit path in hex from the sibling up.
    public record ProvenEvent(long seq, String envelope, List<String> path) {
        public ProvenEvent {
            path = List.copyOf(path);
        }
    }

    public byte[] json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("version", VERSION);
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
        json.put("events", events.stream().map(RowProof::json).toList());
        return RowJson.writeValue(json);
    }

    private static Map<String, @Nullable Object> json(ProvenEvent event) {
        var json = new LinkedHashMap<String, @Nullable Object>();
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
            if (!Long.valueOf(VERSION).equals(json.get("version"))) {
                throw new IllegalArgumentException("the proof must have version 1, found " + json.get("version"));
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
                    events);
            if (!Arrays.equals(proof.json(), strip(bytes))) {
                throw new IllegalArgumentException("the proof is not written as `rowan prove` writes it");
            }
            return proof;
        } catch (JsonException | LandscapeException | DateTimeException wrong) {
            throw new IllegalArgumentException("it is no proof: " + wrong.getMessage(), wrong);
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
        return new ProvenEvent(RecordedJson.number(json.get("seq")), String.valueOf(json.get("envelope")), path);
    }

    /// The first fault of the proof, if any: every event must be the row's and lead to the head's root. The head
    /// must equal `kept` and be signed by `key`, where given.
    public Optional<String> fault(Optional<KeptHead> kept, Optional<VerifyingKey> key) {
        if (events.isEmpty()) {
            return Optional.of("the proof has no events");
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
        Map<String, @Nullable Object> envelope;
        List<byte[]> path;
        try {
            envelope = envelope(event);
            path = event.path().stream().map(RowProof::hash).toList();
        } catch (LandscapeException | IllegalArgumentException unreadable) {
            return Optional.of("it cannot be read");
        }
        if (!runId.equals(envelope.get("run"))
                || !Long.valueOf(row).equals(envelope.get("row_seq"))
                || !Long.valueOf(event.seq()).equals(envelope.get("seq"))) {
            return Optional.of("its envelope is of another run, row or number");
        }
        Optional<String> root = AuditPaths.root(event.seq(), head.size(), Chain.leafOf(event.envelope()), path)
                .map(HexFormat.of()::formatHex);
        return root.equals(Optional.of(head.root()))
                ? Optional.empty()
                : Optional.of("it does not lead to the head's root: it is not in the record, or was changed");
    }
}
