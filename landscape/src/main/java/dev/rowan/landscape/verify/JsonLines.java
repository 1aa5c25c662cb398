package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;

/// Counts the lines of a sink as they are read, and checks that their row numbers rise (I2) where they have one.
/// Failed rows have theirs in `_error`. Owned by one thread.
final class JsonLines {
    private final String runId;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long count;
    private long lastRow;
    private Optional<String> wrong = Optional.empty();

    JsonLines(String runId) {
        this.runId = runId;
    }

    void take(byte[] bytes, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                line.write(bytes, from, i - from);
                ended();
                from = i + 1;
            }
        }
        line.write(bytes, from, length - from);
    }

    private void ended() {
        count++;
        byte[] text = line.toByteArray();
        line.reset();
        if (wrong.isEmpty() && new String(text, UTF_8).contains("\"_error\"")) {
            row(text).ifPresent(row -> {
                if (row < lastRow) {
                    wrong = Optional.of("line " + count + " has row " + row + " after row " + lastRow);
                }
                lastRow = row;
            });
        }
    }

    private Optional<Long> row(byte[] text) {
        try {
            return RowJson.readRow(text).get("_error") instanceof Map<?, ?> error
                            && runId.equals(error.get("run"))
                            && error.get("row_seq") instanceof Long row
                    ? Optional.of(row)
                    : Optional.empty();
        } catch (JsonException _) {
            wrong = Optional.of("line " + count + " is no JSON");
            return Optional.empty();
        }
    }

    Optional<String> fault(long rows) {
        return line.size() > 0
                ? Optional.of("the last line has no end")
                : wrong.or(() ->
                        count == rows ? Optional.empty() : Optional.of("they are " + count + " lines, not " + rows));
    }
}
