package dev.rowan.providers.template;

import dev.rowan.api.Row;
import dev.rowan.api.config.NearName;
import io.pebbletemplates.pebble.error.RootAttributeNotFoundException;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The variables of a template: the row's fields, `row` for all of them, and those that the template sets.
///
/// It answers for every name, so that nothing behind it is reachable; an unknown name is an error.
final class TemplateVariables extends AbstractMap<String, @Nullable Object> {
    static final String WHOLE = "row";

    /// A name that cannot be written in a template.
    private static final String METER = "\u0000meter";

    private static final int SHOWN_FIELDS = 40;

    private final Row row;
    private final Map<String, @Nullable Object> set = new HashMap<>();
    private final RenderBudget meter = new RenderBudget();

    TemplateVariables(Row row) {
        this.row = row;
    }

    static RenderBudget meter(EvaluationContext context) {
        return (RenderBudget) Objects.requireNonNull(
                ((EvaluationContextImpl) context).getScopeChain().get(METER));
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        String name = String.valueOf(key);
        if (name.equals(METER)) {
            return meter;
        }
        meter.charge(1);
        if (set.containsKey(name)) {
            return set.get(name);
        }
        if (name.equals(WHOLE)) {
            return row.asMap();
        }
        if (row.has(name)) {
            return row.get(name);
        }
        throw new RootAttributeNotFoundException(null, unknown(name), name, 0, "");
    }

    @Override
    public @Nullable Object put(String name, @Nullable Object value) {
        return set.put(name, value);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return true;
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
        throw new UnsupportedOperationException("a scope is asked by name");
    }

    private String unknown(String name) {
        String hint = NearName.hint(name, row.names().list())
                .map(text -> " (" + text + ")")
                .orElse("");
        return "unknown name '" + name + "'" + hint + "; the row has " + fields();
    }

    private String fields() {
        var names = row.names().list();
        if (names.isEmpty()) {
            return "no fields";
        }
        String shown = String.join(", ", names.subList(0, Math.min(SHOWN_FIELDS, names.size())));
        return names.size() > SHOWN_FIELDS ? shown + " and " + (names.size() - SHOWN_FIELDS) + " more" : shown;
    }
}
