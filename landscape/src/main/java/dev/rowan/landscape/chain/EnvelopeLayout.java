package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The fields of a table's envelope in canonical order (RFC 8785: by UTF-16 code units of the name).
record EnvelopeLayout(List<Field> fields) {

    /// One field: its name as written, `"row_seq":`, and where its value comes from.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    record Field(String name, byte[] key, From from) {}

    /// Where a field's value comes from.
    sealed interface From {
        /// A fact of the event; left out of the envelope when it is null.
        record Fact(int index) implements From {}

        @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
        record Constant(byte[] json) implements From {}

        record Given(What what) implements From {}
    }

    /// What is known only when the event is linked.
    enum What {
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
                .mapToObj(i -> field(facts.get(i).name(), new From.Fact(i)));
        Stream<Field> given =
                Stream.of(What.values()).map(what -> field(what.name().toLowerCase(Locale.ROOT), new From.Given(what)));
        boolean statesItsType = facts.stream().anyMatch(fact -> fact.name().equals("type"));
        Stream<Field> type = (statesItsType ? Optional.<String>empty() : Optional.of(table))
                .map(name -> field("type", new From.Constant(("\"" + name + "\"").getBytes(UTF_8)))).stream();
        Stream<Field> version = Stream.of(field("version", new From.Constant("1".getBytes(UTF_8))));
        return new EnvelopeLayout(Stream.of(own, given, type, version)
                .flatMap(fields -> fields)
                .sorted(Comparator.comparing(Field::name))
                .toList());
    }

    private static Field field(String name, From from) {
        return new Field(name, ("\"" + name + "\":").getBytes(UTF_8), from);
    }
}
