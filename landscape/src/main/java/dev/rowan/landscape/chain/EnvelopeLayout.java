package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The fields of a table's envelope in canonical order (RFC 8785: by UTF-16 code units of the name).
record EnvelopeLayout(List<Field> fields) {

    /// A field: its name as written after another field, `,"row_seq":`, and the origin of its value.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    record Field(String name, byte[] key, From from) {}

    /// The origin of a field's value: `fact` is an index into the event's facts if `what` is a fact, `json` the
    /// value itself if it is a constant. Evaluated for every event, so a single switch decides.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    record From(What what, int fact, byte[] json) {
        /// A fact of the event; omitted from the envelope if null.
        static From fact(int index) {
            return new From(What.FACT, index, new byte[0]);
        }

        static From constant(String json) {
            return new From(What.CONSTANT, 0, json.getBytes(UTF_8));
        }

        /// A value known only when the event is linked.
        static From given(What what) {
            return new From(what, 0, new byte[0]);
        }
    }

    /// The kinds of values; all but the first two are known only when the event is linked.
    enum What {
        FACT,
        CONSTANT,
        EPOCH,
        PAYLOAD_LENGTH,
        PAYLOAD_SHA256,
        PREV,
        RUN,
        SEQ,
        TIME,
        WRITER
    }

    static EnvelopeLayout of(String table, List<Column> facts) {
        Stream<Field> own = IntStream.range(0, facts.size())
                .mapToObj(i -> field(facts.get(i).name(), From.fact(i)));
        Stream<Field> given = EnumSet.complementOf(EnumSet.of(What.FACT, What.CONSTANT)).stream()
                .map(what -> field(what.name().toLowerCase(Locale.ROOT), From.given(what)));
        boolean statesItsType = facts.stream().anyMatch(fact -> fact.name().equals("type"));
        Stream<Field> type = (statesItsType ? Optional.<String>empty() : Optional.of(table))
                .map(name -> field("type", From.constant("\"" + name + "\""))).stream();
        Stream<Field> version = Stream.of(field("version", From.constant("1")));
        return new EnvelopeLayout(Stream.of(own, given, type, version)
                .flatMap(fields -> fields)
                .sorted(Comparator.comparing(Field::name))
                .toList());
    }

    private static Field field(String name, From from) {
        return new Field(name, (",\"" + name + "\":").getBytes(UTF_8), from);
    }
}
