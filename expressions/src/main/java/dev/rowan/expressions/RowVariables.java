package dev.rowan.expressions;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of a row as CEL reads them: a value is converted when it is read.
final class RowVariables extends AbstractMap<String, Object> {
    private final Map<String, @Nullable Object> fields;

    RowVariables(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return containsKey(key) ? CelValues.toCel(fields.get(key)) : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key != null && fields.containsKey(key);
    }

    @Override
    public int size() {
        return fields.size();
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        var all = new LinkedHashMap<String, Object>();
        fields.forEach((name, value) -> all.put(name, CelValues.toCel(value)));
        return all.entrySet();
    }
}
