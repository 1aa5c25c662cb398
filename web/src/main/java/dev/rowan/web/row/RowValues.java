package dev.rowan.web.row;

import dev.rowan.api.Row;
import dev.rowan.api.call.Payload;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.html.Href;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The values of a row's life by name, to be had whole: `read`, `raw`, `p0-n2-a1-in`, `p0-n2-a1-out1`,
/// `p0-n2-a1-g0c1-request`, `p0-n2-a1-g0c1-t2-reply`; with a field, one value of a row.
record RowValues(RowHistory history) {
    static final String READ = "read";
    static final String RAW = "raw";

    /// The address of a value.
    String address(String name) {
        return "/api/runs/" + Href.encode(history.run().runId()) + "/rows/" + history.rowSeq() + "/payload/"
                + Href.encode(name);
    }

    String address(String name, String field) {
        return address(name) + "?field=" + Href.encode(field);
    }

    static String input(RowHistory.Visit visit) {
        return of(visit) + "-in";
    }

    static String output(RowHistory.Visit visit, int index) {
        return of(visit) + "-out" + (index + 1);
    }

    static String request(RowHistory.Visit visit, CallHistory call) {
        return of(visit, call) + "-request";
    }

    /// The reply that the call took from another run.
    static String reused(RowHistory.Visit visit, CallHistory call) {
        return of(visit, call) + "-reused";
    }

    static String reply(RowHistory.Visit visit, CallHistory call, CallHistory.Attempt attempt) {
        return of(visit, call) + "-t" + attempt.number() + "-reply";
    }

    /// The name of a visit in addresses.
    static String of(RowHistory.Visit visit) {
        return "p" + visit.part() + "-n" + visit.node() + "-a" + visit.attempt();
    }

    static String of(RowHistory.Visit visit, CallHistory call) {
        return of(visit) + "-g" + call.key().generation() + "c" + call.key().number();
    }

    /// The bytes of a piece, if there is one of this name and it was kept.
    Optional<byte[]> find(String name, Optional<String> field) {
        if (name.equals(RAW)) {
            return history.raw().map(raw -> raw.getBytes(StandardCharsets.UTF_8));
        }
        if (name.equals(READ)) {
            return history.row().flatMap(row -> value(row, field));
        }
        for (RowHistory.Visit visit : history.visits()) {
            Optional<byte[]> found = find(visit, name, field);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<byte[]> find(RowHistory.Visit visit, String name, Optional<String> field) {
        if (!name.startsWith(of(visit) + "-") || history.deleted().isPresent()) {
            return Optional.empty();
        }
        if (name.equals(input(visit))) {
            return value(visit.input(), field);
        }
        for (int i = 0; i < visit.outputs().size(); i++) {
            if (name.equals(output(visit, i))) {
                return value(visit.outputs().get(i), field);
            }
        }
        for (CallHistory call : visit.calls()) {
            if (name.equals(request(visit, call))) {
                return call.request().map(Payload::bytes);
            }
            if (name.equals(reused(visit, call))) {
                return call.reused().flatMap(CallHistory.Reused::reply).map(Payload::bytes);
            }
            for (CallHistory.Attempt attempt : call.attempts()) {
                if (name.equals(reply(visit, call, attempt))) {
                    return attempt.end().flatMap(CallHistory.End::reply).map(Payload::bytes);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<byte[]> value(Row row, Optional<String> field) {
        if (field.isEmpty()) {
            return Optional.of(RowJson.write(row));
        }
        return row.has(field.get())
                ? Optional.of(Pretty.of(row.get(field.get())).getBytes(StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
