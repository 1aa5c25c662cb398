package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowan.landscape.Head;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The signed text of a head: `{"key_id":…,"last_leaf":…,"root":…,"run":…,"size":…,"time":…}` as canonical JSON,
/// the time in microseconds since 1970.
public final class HeadText {
    private HeadText() {}

    public static byte[] signed(Head head, String keyId) {
        var json = new CanonicalJson();
        text(json, "{\"key_id\":", keyId);
        text(json, ",\"last_leaf\":", head.lastLeaf());
        text(json, ",\"root\":", head.root());
        text(json, ",\"run\":", head.runId());
        number(json, ",\"size\":", head.size());
        number(json, ",\"time\":", ChronoUnit.MICROS.between(Instant.EPOCH, head.time()));
        json.raw('}');
        return json.copy();
    }

    private static void text(CanonicalJson json, String key, String value) {
        json.raw(key.getBytes(US_ASCII));
        json.text(value);
    }

    private static void number(CanonicalJson json, String key, long value) {
        json.raw(key.getBytes(US_ASCII));
        json.number(value);
    }
}
