package dev.rowan.connectors.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Writes structs in Thrift's compact protocol, the encoding of Parquet's metadata. Fields are written in the order
/// of their ids. Owned by one thread.
final class CompactThrift {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int SHORT_LIST = 15;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Deque<Integer> outer = new ArrayDeque<>();
    private int last;

    /// The bytes of one struct.
    static byte[] struct(Consumer<CompactThrift> fields) {
        var thrift = new CompactThrift();
        thrift.body(fields);
        return thrift.out.toByteArray();
    }

    private void body(Consumer<CompactThrift> fields) {
        outer.push(last);
        last = 0;
        fields.accept(this);
        out.write(0);
        last = outer.pop();
    }

    private void field(int number, int type) {
        int step = number - last;
        if (step < 1 || step > 15) {
            throw new IllegalArgumentException("field " + number + " after " + last);
        }
        out.write((step << 4) | type);
        last = number;
    }

    CompactThrift flag(int number, boolean value) {
        field(number, value ? TRUE : FALSE);
        return this;
    }

    CompactThrift i32(int number, int value) {
        field(number, I32);
        zigzag(value);
        return this;
    }

    CompactThrift i64(int number, long value) {
        field(number, I64);
        zigzag(value);
        return this;
    }

    CompactThrift text(int number, String value) {
        field(number, BINARY);
        text(value);
        return this;
    }

    CompactThrift struct(int number, Consumer<CompactThrift> fields) {
        field(number, STRUCT);
        body(fields);
        return this;
    }

    CompactThrift i32s(int number, List<Integer> values) {
        list(number, I32, values.size());
        values.forEach(this::zigzag);
        return this;
    }

    CompactThrift texts(int number, List<String> values) {
        list(number, BINARY, values.size());
        values.forEach(this::text);
        return this;
    }

    <T> CompactThrift structs(int number, List<T> values, BiConsumer<T, CompactThrift> fields) {
        list(number, STRUCT, values.size());
        values.forEach(value -> body(thrift -> fields.accept(value, thrift)));
        return this;
    }

    private void list(int number, int type, int size) {
        field(number, LIST);
        if (size < SHORT_LIST) {
            out.write((size << 4) | type);
        } else {
            out.write((SHORT_LIST << 4) | type);
            varint(size);
        }
    }

    private void text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
    }

    private void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    private void varint(long value) {
        varint(out, value);
    }

    static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
