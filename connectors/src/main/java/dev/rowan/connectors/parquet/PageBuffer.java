package dev.rowan.connectors.parquet;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// The values of the current page: definition levels as runs, followed by the values that are present.
final class PageBuffer {
    private final ParquetColumn column;
    private final ByteArrayOutputStream present = new ByteArrayOutputStream();
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private int count;
    private int run;
    private boolean runOfPresent;
    private int bits;
    private int bitCount;

    PageBuffer(ParquetColumn column) {
        this.column = column;
    }

    void add(@Nullable Object value) {
        boolean there = value != null;
        if (there != runOfPresent) {
            endRun();
            runOfPresent = there;
        }
        run++;
        count++;
        if (value != null) {
            put(value);
        }
    }

    private void endRun() {
        if (run > 0) {
            CompactThrift.varint(present, (long) run << 1);
            present.write(runOfPresent ? 1 : 0);
            run = 0;
        }
    }

    private void put(Object value) {
        switch (column.kind().physical()) {
            case BOOLEAN -> bit((Boolean) value);
            case INT64 -> littleEndian(values, (Long) value, Long.BYTES);
            case BYTE_ARRAY -> {
                byte[] bytes = (byte[]) value;
                littleEndian(values, bytes.length, Integer.BYTES);
                values.writeBytes(bytes);
            }
        }
    }

    private void bit(boolean value) {
        bits |= (value ? 1 : 0) << bitCount++;
        if (bitCount == Byte.SIZE) {
            endBits();
        }
    }

    private void endBits() {
        if (bitCount > 0) {
            values.write(bits);
            bits = 0;
            bitCount = 0;
        }
    }

    static void littleEndian(ByteArrayOutputStream out, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (i * Byte.SIZE)));
        }
    }

    int count() {
        return count;
    }

    int size() {
        return present.size() + values.size();
    }

    /// The uncompressed page; the buffer is empty afterwards.
    byte[] take() {
        endRun();
        endBits();
        var page = new ByteArrayOutputStream(Integer.BYTES + size());
        littleEndian(page, present.size(), Integer.BYTES);
        page.writeBytes(present.toByteArray());
        page.writeBytes(values.toByteArray());
        present.reset();
        values.reset();
        count = 0;
        return page.toByteArray();
    }
}
