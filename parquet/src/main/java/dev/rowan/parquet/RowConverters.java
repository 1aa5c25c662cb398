package dev.rowan.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.column.Dictionary;
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
        private @Nullable Dictionary dictionary;
        private @Nullable Object[] decoded = {};

        Primitive(String name, ValueDecoder values, Consumer<@Nullable Object> to) {
            this.name = name;
            this.values = values;
            this.to = to;
        }

        /// Values of a dictionary are decoded once.
        @Override
        public boolean hasDictionarySupport() {
            return values.isShareable();
        }

        @Override
        public void setDictionary(Dictionary given) {
            dictionary = given;
            decoded = new @Nullable Object[given.getMaxId() + 1];
        }

        @Override
        public void addValueFromDictionary(int id) {
            Object known = decoded[id];
            if (known != null) {
                to.accept(known);
                return;
            }
            try {
                Object value = decode(Objects.requireNonNull(dictionary), id);
                decoded[id] = value;
                to.accept(value);
            } catch (ValueConversionException | RuntimeException e) {
                refuse(e);
            }
        }

        private @Nullable Object decode(Dictionary from, int id) throws ValueConversionException {
            return switch (values.type().getPrimitiveTypeName()) {
                case INT32 -> values.whole(from.decodeToInt(id));
                case INT64 -> values.whole(from.decodeToLong(id));
                case FLOAT -> ValueDecoder.real(from.decodeToFloat(id));
                case DOUBLE -> ValueDecoder.real(from.decodeToDouble(id));
                case BOOLEAN -> from.decodeToBoolean(id);
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> values.bytes(from.decodeToBinary(id));
            };
        }

        /// No row can hold the value, or it is beyond what its type allows, such as a date in the year 5 million.
        private void refuse(Exception e) {
            problem = "column '" + name + "' "
                    + (e instanceof ValueConversionException ? "" : "has a value that cannot be read: ")
                    + e.getMessage();
        }

        @Override
        public void addBinary(Binary value) {
            try {
                to.accept(values.bytes(value));
            } catch (ValueConversionException | RuntimeException e) {
                refuse(e);
            }
        }

        @Override
        public void addBoolean(boolean value) {
            to.accept(value);
        }

        @Override
        public void addInt(int value) {
            addLong(value);
        }

        @Override
        public void addLong(long value) {
            try {
                to.accept(values.whole(value));
            } catch (RuntimeException e) {
                refuse(e);
            }
        }

        @Override
        public void addDouble(double value) {
            try {
                to.accept(ValueDecoder.real(value));
            } catch (ValueConversionException e) {
                refuse(e);
            }
        }

        @Override
        public void addFloat(float value) {
            try {
                to.accept(ValueDecoder.real(value));
            } catch (ValueConversionException e) {
                refuse(e);
            }
        }
    }
}
