package dev.rowan.simulator.anthropic;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The request that creates a message batch. Only its envelope is validated; errors of an item are in its result.
final class CreateBatchRequest {
    private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final Set<String> KNOWN = Set.of("custom_id", "params");

    private CreateBatchRequest() {}

    /// The items, one per line.
    static Slice read(Fields body, long maxRequests) throws RefusedException {
        List<?> items = body.list("requests").orElse(List.of());
        check(body.all().keySet().equals(Set.of("requests")), "requests: Field required, and no other");
        check(!items.isEmpty(), "requests: List should have at least 1 item after validation");
        if (items.size() > maxRequests) {
            throw Refusal.of(413, "request_too_large", "A batch may have " + maxRequests + " requests.")
                    .thrown();
        }
        var ids = new HashSet<String>();
        var lines = new ByteArrayOutputStream();
        for (int i = 0; i < items.size(); i++) {
            Fields item = Fields.of(items.get(i)).orElse(Fields.NONE);
            String path = "requests." + i;
            String id = item.text("custom_id").orElse("");
            check(ID.matcher(id).matches(), path + ".custom_id: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'");
            check(ids.add(id), path + ".custom_id: duplicate custom_id: " + id);
            check(item.object("params").isPresent(), path + ".params: Field required");
            check(KNOWN.containsAll(item.all().keySet()), path + ": Extra inputs are not permitted");
            lines.writeBytes(RowJson.writeValue(item.all()));
            lines.write('\n');
        }
        return Slice.of(lines.toByteArray());
    }

    private static void check(boolean holds, String message) throws RefusedException {
        if (!holds) {
            throw AnthropicDialect.invalid(message).thrown();
        }
    }
}
