package dev.rowan.web.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.RowScan.Candidate;
import dev.rowan.landscape.SearchTerm;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/// A match: its row, where it was recorded, the name of the value, and the text with its context.
record SearchHit(
        long row, int part, OptionalInt node, boolean failed, String name, String before, String match, String after) {
    static final Comparator<SearchHit> BY_ROW = Comparator.comparingLong(SearchHit::row)
            .thenComparingInt(SearchHit::part)
            .thenComparingInt(hit -> hit.node().orElse(-1));
    private static final int AROUND = 60;

    /// The match, if the text is in a value; in the JSON it may also be in a name or span two values.
    static Optional<SearchHit> of(SearchTerm term, Candidate candidate) {
        try {
            return term.find(RowJson.readValue(candidate.json().getBytes(UTF_8)))
                    .map(hit -> of(term, candidate, hit));
        } catch (JsonException damaged) {
            return Optional.empty();
        }
    }

    private static SearchHit of(SearchTerm term, Candidate candidate, SearchTerm.Hit hit) {
        int end = hit.at() + term.text().length();
        int from = Math.max(0, hit.at() - AROUND);
        int to = Math.min(hit.value().length(), end + AROUND);
        return new SearchHit(
                candidate.row(),
                candidate.part(),
                candidate.node(),
                candidate.failed(),
                hit.name(),
                (from > 0 ? "…" : "") + hit.value().substring(from, hit.at()),
                hit.value().substring(hit.at(), end),
                hit.value().substring(end, to) + (to < hit.value().length() ? "…" : ""));
    }

    /// `as read`, `result of classify`, `error at classify`.
    String where(RunView view) {
        if (node.isEmpty()) {
            return failed ? "not readable" : "as read";
        }
        return (failed ? "error at " : "result of ") + view.node(node.getAsInt());
    }

    JsonObject json(RunView view) {
        var json = JsonObject.object();
        json.put("row_seq", row);
        json.put("part", part);
        json.put("where", node.isEmpty() ? "read" : failed ? "error" : "result");
        json.put("node", node.isPresent() ? view.node(node.getAsInt()) : null);
        json.put("where_words", where(view));
        json.put("name", name);
        json.put("before", clean(before));
        json.put("match", clean(match));
        json.put("after", clean(after));
        json.put("page", view.path() + "/" + row);
        return json;
    }

    /// Replaces a surrogate that was cut in half at an end of a snippet.
    private static String clean(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }
}
