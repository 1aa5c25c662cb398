package dev.rowan.web.rows;

import dev.rowan.web.index.TokenPage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A page of rows for machines.
final class RowsJson {
    private RowsJson() {}

    static Map<String, @Nullable Object> of(RunView view, TokenPage found, List<RowLine> lines, long now) {
        var json = new LinkedHashMap<String, @Nullable Object>();
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
        json.put("before", place(found.hasBefore(), lines, true));
        json.put("after", place(found.hasAfter(), lines, false));
        json.put("rows", lines.stream().map(RowLine::json).toList());
        return json;
    }

    private static Optional<String> place(boolean there, List<RowLine> lines, boolean first) {
        return there && !lines.isEmpty()
                ? Optional.of(RowsQuery.place(
                        (first ? lines.getFirst() : lines.getLast()).line().key()))
                : Optional.empty();
    }
}
