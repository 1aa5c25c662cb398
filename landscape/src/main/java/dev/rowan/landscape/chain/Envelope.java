package dev.rowan.landscape.chain;

import dev.rowan.landscape.chain.EnvelopeLayout.Field;
import dev.rowan.landscape.chain.EnvelopeLayout.From;
import org.jspecify.annotations.Nullable;

/// What is hashed of an event: all it says, the digest of its values, and the leaf before it.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
record Envelope(
        LogKey log,
        EventTable table,
        long seq,
        int epoch,
        long time,
        @Nullable Object[] facts,
        Payload.@Nullable Digest payload,
        byte[] prev) {

    /// Writes the fields that are there, in canonical order.
    void write(CanonicalJson json) {
        int separator = '{';
        for (Field field : table.layout().fields()) {
            if (isThere(field.from())) {
                json.raw(separator);
                separator = ',';
                json.raw(field.key());
                write(field.from(), json);
            }
        }
        json.raw('}');
    }

    private boolean isThere(From from) {
        return switch (from) {
            case From.Fact(int index) -> facts[index] != null;
            case From.Constant _ -> true;
            case From.Given(var what) ->
                switch (what) {
                    case PAYLOAD_LENGTH, PAYLOAD_SHA256 -> payload != null;
                    case EPOCH, PREV, RUN, SEQ, TIME, WRITER -> true;
                };
        };
    }

    private void write(From from, CanonicalJson json) {
        switch (from) {
            case From.Fact(int index) -> fact(facts[index], json);
            case From.Constant(byte[] text) -> json.raw(text);
            case From.Given(var what) -> {
                switch (what) {
                    case EPOCH -> json.number(epoch);
                    case PAYLOAD_LENGTH -> json.number(digest().length());
                    case PAYLOAD_SHA256 -> json.hex(digest().sha256());
                    case PREV -> json.hex(prev);
                    case RUN -> json.text(log.runId());
                    case SEQ -> json.number(seq);
                    case TIME -> json.number(time);
                    case WRITER -> json.number(log.writer());
                }
            }
        }
    }

    private Payload.Digest digest() {
        if (payload == null) {
            throw new IllegalStateException("an event without values has no digest");
        }
        return payload;
    }

    private static void fact(@Nullable Object value, CanonicalJson json) {
        if (value instanceof Long number) {
            json.number(number);
        } else if (value instanceof String text) {
            json.text(text);
        } else {
            throw new IllegalArgumentException("a fact is a whole number or a text, got " + value);
        }
    }
}
