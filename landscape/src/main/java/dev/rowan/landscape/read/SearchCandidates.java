package dev.rowan.landscape.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.landscape.RowScan.Candidate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;

/// Maps recorded values to search candidates.
final class SearchCandidates {
    static final String READ = "SELECT row_seq, status, payload FROM row_read";
    static final String VISITS = "SELECT row_seq, status, payload, part, node FROM node_state";

    private SearchCandidates() {}

    static Candidate read(ResultSet row) throws SQLException {
        boolean failed = row.getString(2).equals("unreadable");
        return new Candidate(row.getLong(1), 0, OptionalInt.empty(), failed, text(row.getBytes(3)));
    }

    static Candidate visit(ResultSet row) throws SQLException {
        boolean failed = row.getString(2).equals("failed");
        return new Candidate(
                row.getLong(1), row.getInt(4), OptionalInt.of(row.getInt(5)), failed, text(row.getBytes(3)));
    }

    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
