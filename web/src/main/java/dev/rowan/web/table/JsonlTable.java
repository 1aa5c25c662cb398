package dev.rowan.web.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.export.ExportColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One JSON object per line with every column, null for a missing value; invisible characters are escaped.
final class JsonlTable implements TableWriter {
    private final List<byte[]> keys;
    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    JsonlTable(List<ExportColumn> columns, OutputStream out) {
        this.keys = columns.stream()
                .map(column -> ("\"" + column.name() + "\":").getBytes(UTF_8))
                .toList();
        this.out = out;
    }

    @Override
    public void accept(@Nullable Object[] values) throws IOException {
        line.reset();
        line.write('{');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                line.write(',');
            }
            line.writeBytes(keys.get(i));
            line.writeBytes(value(values[i]));
        }
        line.write('}');
        byte[] bytes = line.toByteArray();
        out.write(
                isPlain(bytes)
                        ? bytes
                        : JsonObject.escapeInvisible(new String(bytes, UTF_8)).getBytes(UTF_8));
        out.write('\n');
    }

    private static byte[] value(@Nullable Object value) {
        return value instanceof byte[] json ? json : JsonObject.bytes(value);
    }

    private static boolean isPlain(byte[] bytes) {
        for (byte b : bytes) {
            if (b < ' ' || b > '~') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {}
}
