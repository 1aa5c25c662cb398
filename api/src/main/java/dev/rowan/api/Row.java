package dev.rowan.api;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable record of named values in a fixed order.
///
/// Values are JSON values: `String`, `Boolean`, `Long`, `BigInteger` (beyond a `Long`), `BigDecimal`, `List`,
/// `Map` with string keys, or `null`. Other integers become `Long`, floating-point numbers `BigDecimal`; anything
/// else is rejected, so a row can always be recorded and read back unchanged.
public final class Row {
    private static final Row EMPTY = new Row(Names.of(List.of()), new @Nullable Object[0]);

    private final Names names;
    private final @Nullable Object[] values;

    private Row(Names names, @Nullable Object[] values) {
        this.names = names;
        this.values = values;
    }

    public static Row empty() {
        return EMPTY;
    }

    /// A row with shared names, for sources that read many records of one shape.
    ///
    /// `values` are in the order of `names`; they are checked and copied.
    public static Row of(Names names, List<? extends @Nullable Object> values) {
        if (values.size() != names.size()) {
            throw new IllegalArgumentException(
                    "a row of " + names.size() + " names needs as many values, got " + values.size());
        }
        @Nullable Object[] checked = new @Nullable Object[values.size()];
        for (int i = 0; i < checked.length; i++) {
            checked[i] = Values.checked(values.get(i));
        }
        return new Row(names, checked);
    }

    public static Row of(Map<String, ? extends @Nullable Object> fields) {
        return of(Names.of(fields.keySet()), new ArrayList<@Nullable Object>(fields.values()));
    }

    /// A row with one field; add others by [#with].
    public static Row of(String name, @Nullable Object value) {
        return EMPTY.with(name, value);
    }

    public Names names() {
        return names;
    }

    public int size() {
        return values.length;
    }

    public boolean has(String name) {
        return names.indexOf(name) >= 0;
    }

    /// The value of `name`; null when the field is missing or holds null ([#has] distinguishes them).
    public @Nullable Object get(String name) {
        int at = names.indexOf(name);
        return at < 0 ? null : values[at];
    }

    public @Nullable Object valueAt(int index) {
        return values[index];
    }

    /// The value of `name` if it is a string.
    public Optional<String> text(String name) {
        return get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /// This row with `name` set: in place when the field exists, else appended.
    public Row with(String name, @Nullable Object value) {
        Object checked = Values.checked(value);
        int at = names.indexOf(name);
        if (at >= 0) {
            @Nullable Object[] changed = values.clone();
            changed[at] = checked;
            return new Row(names, changed);
        }
        @Nullable Object[] longer = Arrays.copyOf(values, values.length + 1);
        longer[values.length] = checked;
        return new Row(names.plus(name), longer);
    }

    /// This row without the given fields; unknown names are ignored.
    public Row without(Collection<String> unwanted) {
        var kept = new LinkedHashMap<String, @Nullable Object>(asMap());
        kept.keySet().removeAll(unwanted);
        return kept.size() == values.length ? this : of(kept);
    }

    /// The fields as a read-only map in row order.
    public Map<String, @Nullable Object> asMap() {
        return new View();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row && names.equals(row.names) && Arrays.equals(values, row.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(names, Arrays.hashCode(values));
    }

    @Override
    public String toString() {
        return asMap().toString();
    }

    private final class View extends AbstractMap<String, @Nullable Object> {
        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            var entries = new LinkedHashMap<String, @Nullable Object>();
            for (int i = 0; i < values.length; i++) {
                entries.put(names.at(i), values[i]);
            }
            return java.util.Collections.unmodifiableMap(entries).entrySet();
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key instanceof String name && has(name);
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            return key instanceof String name ? Row.this.get(name) : null;
        }

        @Override
        public int size() {
            return values.length;
        }
    }

    /// The field names of a row, shared by all rows of one shape.
    public static final class Names {
        private final List<String> list;
        private final Map<String, Integer> index;

        private Names(List<String> list) {
            this.list = list;
            this.index = LinkedHashMap.newLinkedHashMap(list.size());
            for (int i = 0; i < list.size(); i++) {
                if (index.put(list.get(i), i) != null) {
                    throw new IllegalArgumentException("field names must differ, got '" + list.get(i) + "' twice");
                }
            }
        }

        public static Names of(Collection<String> names) {
            return new Names(List.copyOf(names));
        }

        Names plus(String name) {
            var longer = new ArrayList<String>(list.size() + 1);
            longer.addAll(list);
            longer.add(name);
            return of(longer);
        }

        public List<String> list() {
            return list;
        }

        public String at(int i) {
            return list.get(i);
        }

        public int size() {
            return list.size();
        }

        /// The position of `name`, or a negative number.
        public int indexOf(String name) {
            Integer at = index.get(name);
            return at == null ? -1 : at;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Names names && list.equals(names.list);
        }

        @Override
        public int hashCode() {
            return list.hashCode();
        }

        @Override
        public String toString() {
            return list.toString();
        }
    }
}
