package dev.rowan.landscape.chain;

import dev.rowan.landscape.chain.EnvelopeLayout.Field;
import dev.rowan.landscape.chain.EnvelopeLayout.From;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the hash of an event covers: its facts, the digest of its values, and the previous leaf.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
record Envelope(
        LogKey log,
        EventTable table,
        long seq,
        int epoch,
        long time,
        @Nullable Object[] facts,
        EventPayload.@Nullable Digest payload,
        byte[] prev) {

    /// Writes the fields present, in canonical order.
    void write(CanonicalJson json) {
        int start = json.length();
        List<Field> fields = table.layout().fields();
        for (int i = 0; i < fields.size(); i++) {
            write(fields.get(i), json);
        }
        json.set(start, '{'); // in place of the comma before the first field
        json.raw('}');
    }

    private void write(Field field, CanonicalJson json) {
        From from = field.from();
        switch (from.what()) {
            case FACT -> {
                Object value = facts[from.fact()];
                if (value != null) {
                    json.raw(field.key());
                    fact(value, json);
                }
            }
            case PAYLOAD_LENGTH -> {
                if (payload != null) {
                    json.raw(field.key());
                    json.number(payload.length());
                }
            }
            case PAYLOAD_SHA256 -> {
                if (payload != null) {
                    json.raw(field.key());
                    json.hex(payload.sha256());
                }
            }
            case CONSTANT, EPOCH, PREV, RUN, SEQ, TIME, WRITER -> {
                json.raw(field.key());
                always(from, json);
            }
        }
    }

    /// Writes the fields that every event has.
    private void always(From from, CanonicalJson json) {
        switch (from.what()) {
            case CONSTANT -> json.raw(from.json());
            case EPOCH -> json.number(epoch);
            case PREV -> json.hex(prev);
            case RUN -> json.text(log.runId());
            case SEQ -> json.number(seq);
            case TIME -> json.number(time);
            case WRITER -> json.number(log.writer());
            case FACT, PAYLOAD_LENGTH, PAYLOAD_SHA256 ->
                throw new IllegalStateException(from.what() + " may be absent");
        }
    }

    private static void fact(Object value, CanonicalJson json) {
        if (value instanceof Long number) {
            json.number(number);
        } else if (value instanceof String text) {
            json.text(text);
        } else {
            throw new IllegalArgumentException("a fact is a whole number or a text, got " + value);
        }
    }
}
