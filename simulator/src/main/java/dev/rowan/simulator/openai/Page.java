package dev.rowan.simulator.openai;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One page of a list: `limit` items `after` an id.
record Page<T>(List<T> items, Function<T, String> id, boolean hasMore) {

    static <T> Page<T> of(List<T> all, Function<T, String> id, HttpRequest request, int usual, int most)
            throws RefusedException {
        int limit = limit(request.query("limit").orElse(Integer.toString(usual)), most);
        String after = request.query("after").orElse("");
        int from = 0;
        for (int i = 0; i < all.size() && !after.isEmpty(); i++) {
            if (id.apply(all.get(i)).equals(after)) {
                from = i + 1;
            }
        }
        int to = Math.min(all.size(), from + limit);
        return new Page<>(all.subList(from, to), id, to < all.size());
    }

    private static int limit(String text, int most) throws RefusedException {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= most) {
                return limit;
            }
        } catch (NumberFormatException _) {
            // rejected below
        }
        throw OpenAiRefusals.invalid("limit", "invalid_value", "The limit must be from 1 to " + most + ", got " + text)
                .thrown();
    }

    Map<String, @Nullable Object> json(Function<T, Map<String, @Nullable Object>> item, String items) {
        return JsonObjects.object(
                "object",
                "list",
                items,
                this.items.stream().map(item).toList(),
                "first_id",
                this.items.isEmpty() ? null : id.apply(this.items.getFirst()),
                "last_id",
                this.items.isEmpty() ? null : id.apply(this.items.getLast()),
                "has_more",
                hasMore);
    }
}
