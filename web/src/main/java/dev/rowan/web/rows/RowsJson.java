package dev.rowan.web.rows;

import dev.rowan.json.JsonObject;
import dev.rowan.web.index.TokenPage;
import java.util.List;
import java.util.Optional;

/// A page of rows as JSON.
final class RowsJson {
    private RowsJson() {}

    static JsonObject of(RunView view, TokenPage found, List<RowLine> lines, long now) {
        var json = JsonObject.object();
        json.put("run", view.id());
        json.put("status", view.run().status());
        json.put("complete", found.progress().isWhole());
        json.put("indexed", found.progress().share());
        json.put("as_of_seconds", view.age(found, now));
        json.put("index_bytes", found.progress().bytes());
        json.put("tokens", found.progress().tokens());
        json.put("matched", found.matched());
        json.put("cost_usd", found.cost().amount());
        json.put("cost_known", found.cost().isKnown());
        json.put("offset", found.offset());
        json.put("before", position(found.hasBefore(), lines, true));
        json.put("after", position(found.hasAfter(), lines, false));
        json.put("rows", lines.stream().map(RowLine::json).toList());
        return json;
    }

    private static Optional<String> position(boolean there, List<RowLine> lines, boolean first) {
        return there && !lines.isEmpty()
                ? Optional.of(RowsQuery.position(
                        (first ? lines.getFirst() : lines.getLast()).line().key()))
                : Optional.empty();
    }
}
