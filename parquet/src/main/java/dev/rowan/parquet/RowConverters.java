package dev.rowan.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// Assembles the values of a record. What a row cannot hold is kept as the record's problem. Owned by the reader's
/// thread.
final class RowConverters {
    private @Nullable String problem;

    /// Why the record is no row, if it is none; clears it.
    @Nullable
    String takeProblem() {
        String found = problem;
        problem = null;
        return found;
    }

    /// The converter of a record with the fields of `record`; `values` receives them.
    GroupConverter record(GroupType record, @Nullable Object[] values) {
        var converters = new Converter[record.getFieldCount()];
        for (int i = 0; i < converters.length; i++) {
            converters[i] = field(record.getType(i), values, i);
        }
        return new Group(converters, () -> Arrays.fill(values, null), () -> {});
    }

    /// The field whose value is at `index` of `values`; if it repeats, a list of its values.
    private Converter field(Type type, @Nullable Object[] values, int index) {
        if (!type.isRepetition(Type.Repetition.REPEATED)) {
            return single(type, value -> values[index] = value);
        }
        return single(type, value -> {
            List<@Nullable Object> list = new ArrayList<>();
            if (values[index] instanceof List<?> before) {
                list.addAll(before);
            }
            list.add(value);
            values[index] = list;
        });
    }

    private Converter single(Type type, Consumer<@Nullable Object> to) {
        if (type.isPrimitive()) {
            return new Primitive(type.getName(), ValueDecoder.of(type.asPrimitiveType()), to);
        }
        GroupType group = type.asGroupType();
        if (NestedTypes.isList(group)) {
            return list(group, to);
        }
        return NestedTypes.isMap(group) ? map(group, to) : struct(group, to);
    }

    private Converter struct(GroupType group, Consumer<@Nullable Object> to) {
        var values = new @Nullable Object[group.getFieldCount()];
        var converters = new Converter[values.length];
        for (int i = 0; i < converters.length; i++) {
            converters[i] = field(group.getType(i), values, i);
        }
        return new Group(converters, () -> Arrays.fill(values, null), () -> {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < values.length; i++) {
                fields.put(group.getFieldName(i), values[i]);
            }
            to.accept(fields);
        });
    }

    private Converter list(GroupType group, Consumer<@Nullable Object> to) {
        var values = new ArrayList<@Nullable Object>();
        Converter repeated;
        if (NestedTypes.isTwoLevel(group)) {
            repeated = single(group.getType(0), values::add);
        } else {
            var element = new @Nullable Object[1];
            Converter only = field(NestedTypes.element(group), element, 0);
            repeated = new Group(new Converter[] {only}, () -> element[0] = null, () -> values.add(element[0]));
        }
        return new Group(
                new Converter[] {repeated}, values::clear, () -> to.accept(new ArrayList<@Nullable Object>(values)));
    }

    private Converter map(GroupType group, Consumer<@Nullable Object> to) {
        GroupType entry = group.getType(0).asGroupType();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        var pair = new @Nullable Object[2];
        Converter key = field(entry.getType(0), pair, 0);
        Converter value = field(entry.getType(1), pair, 1);
        var entries = new Group(
                new Converter[] {key, value},
                () -> Arrays.fill(pair, null),
                () -> values.put(String.valueOf(pair[0]), pair[1]));
        return new Group(
                new Converter[] {entries},
                values::clear,
                () -> to.accept(new LinkedHashMap<String, @Nullable Object>(values)));
    }

    private static final class Group extends GroupConverter {
        private final Converter[] fields;
        private final Runnable start;
        private final Runnable end;

        Group(Converter[] fields, Runnable start, Runnable end) {
            this.fields = fields;
            this.start = start;
            this.end = end;
        }

        @Override
        public Converter getConverter(int index) {
            return fields[index];
        }

        @Override
        public void start() {
            start.run();
        }

        @Override
        public void end() {
            end.run();
        }
    }

    private final class Primitive extends PrimitiveConverter {
        private final String name;
        private final ValueDecoder values;
        private final Consumer<@Nullable Object> to;

        Primitive(String name, ValueDecoder values, Consumer<@Nullable Object> to) {
            this.name = name;
            this.values = values;
            this.to = to;
        }

        /// A conversion that may find that no row can hold the value.
        private interface Conversion {
            @Nullable
            Object get() throws ValueConversionException;
        }

        private void add(Conversion conversion) {
            try {
                to.accept(conversion.get());
            } catch (ValueConversionException e) {
                problem = "column '" + name + "' " + e.getMessage();
            } catch (RuntimeException e) {
                // a stored value beyond what its type allows, such as a date in the year 5 million
                problem = "column '" + name + "' has a value that cannot be read: " + e.getMessage();
            }
        }

        @Override
        public void addBinary(Binary value) {
            add(() -> values.bytes(value));
        }

        @Override
        public void addBoolean(boolean value) {
            to.accept(value);
        }

        @Override
        public void addInt(int value) {
            add(() -> values.whole(value));
        }

        @Override
        public void addLong(long value) {
            add(() -> values.whole(value));
        }

        @Override
        public void addDouble(double value) {
            add(() -> ValueDecoder.real(value));
        }

        @Override
        public void addFloat(float value) {
            add(() -> ValueDecoder.real(value));
        }
    }
}
