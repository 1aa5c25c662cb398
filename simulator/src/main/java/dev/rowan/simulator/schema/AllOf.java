package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two schemas of objects joined into one that asks for both.
final class AllOf {
    private AllOf() {}

    static Fields merge(Fields one, Fields other) {
        var merged = new LinkedHashMap<String, @Nullable Object>(one.all());
        merged.putAll(other.all());
        merged.remove("allOf");
        var properties = new LinkedHashMap<String, @Nullable Object>();
        properties.putAll(one.object("properties").orElse(Fields.NONE).all());
        properties.putAll(other.object("properties").orElse(Fields.NONE).all());
        var required = new ArrayList<Object>(one.list("required").orElse(List.of()));
        required.addAll(other.list("required").orElse(List.of()));
        if (!properties.isEmpty()) {
            merged.put("properties", properties);
            merged.put("required", required);
        }
        return new Fields(merged);
    }
}
