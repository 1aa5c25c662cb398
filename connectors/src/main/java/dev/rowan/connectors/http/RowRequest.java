package dev.rowan.connectors.http;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.json.RowJson;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// The rows of one request. Its key follows from the run, the sink and the rows, so it is the same whenever they are
/// sent.
final class RowRequest {
    private final boolean isList;
    private final List<TokenInfo> tokens = new ArrayList<>();
    private final List<byte[]> rows = new ArrayList<>();

    RowRequest(boolean isList) {
        this.isList = isList;
    }

    void add(Row row, TokenInfo token) {
        tokens.add(token);
        rows.add(RowJson.write(row));
    }

    int size() {
        return rows.size();
    }

    List<byte[]> rows() {
        return rows;
    }

    TokenInfo first() {
        return tokens.getFirst();
    }

    /// `RUN-SINK-row_seq-part`; of a list with the last row too.
    String key(String sink) {
        TokenInfo first = tokens.getFirst();
        TokenInfo last = tokens.getLast();
        String key = first.runId() + "-" + encoded(sink) + "-" + first.rowSeq() + "-" + first.part();
        return isList ? key + "-" + last.rowSeq() + "-" + last.part() : key;
    }

    /// Only characters that a header may have.
    private static String encoded(String name) {
        return name.replaceAll("[^A-Za-z0-9_.]", "_");
    }

    byte[] body() {
        if (!isList) {
            return rows.getFirst();
        }
        var body = new ByteArrayOutputStream();
        for (int i = 0; i < rows.size(); i++) {
            body.write(i == 0 ? '[' : ',');
            body.writeBytes(rows.get(i));
        }
        body.write(']');
        return body.toByteArray();
    }
}
