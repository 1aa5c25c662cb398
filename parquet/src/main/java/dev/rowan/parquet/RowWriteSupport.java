package dev.rowan.parquet;

import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/// Passes rows of [ValueEncoder] to the library. Owned by the writer's thread.
final class RowWriteSupport extends WriteSupport<@Nullable Object[]> {
    private final List<ParquetColumn> columns;
    private @Nullable RecordConsumer consumer;

    RowWriteSupport(List<ParquetColumn> columns) {
        this.columns = columns;
    }

    @Override
    public String getName() {
        return "rowan";
    }

    @Override
    @Deprecated
    public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
        return new WriteContext(ColumnSchema.of(columns), Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return new WriteContext(ColumnSchema.of(columns), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(@Nullable Object[] row) {
        RecordConsumer to = consumer;
        if (to == null) {
            throw new IllegalStateException("prepare for writing first");
        }
        to.startMessage();
        for (int i = 0; i < row.length; i++) {
            field(to, columns.get(i).name(), i, columns.get(i).type(), row[i]);
        }
        to.endMessage();
    }

    private static void field(RecordConsumer to, String name, int index, ColumnType type, @Nullable Object value) {
        if (value != null) {
            to.startField(name, index);
            value(to, type, value);
            to.endField(name, index);
        }
    }

    private static void value(RecordConsumer to, ColumnType type, Object value) {
        switch (value) {
            case Integer number -> to.addInteger(number);
            case Long number -> to.addLong(number);
            case Double number -> to.addDouble(number);
            case Boolean flag -> to.addBoolean(flag);
            case Binary bytes -> to.addBinary(bytes);
            case List<?> list when type instanceof ColumnType.Listing(var element) -> list(to, element, list);
            case Object[] fields when type instanceof ColumnType.Struct struct -> struct(to, struct, fields);
            default -> throw new IllegalStateException("no stored form of " + type + ": " + value.getClass());
        }
    }

    private static void list(RecordConsumer to, ColumnType element, List<?> values) {
        to.startGroup();
        if (!values.isEmpty()) {
            to.startField("list", 0);
            for (Object value : values) {
                to.startGroup();
                field(to, "element", 0, element, value);
                to.endGroup();
            }
            to.endField("list", 0);
        }
        to.endGroup();
    }

    private static void struct(RecordConsumer to, ColumnType.Struct struct, @Nullable Object[] values) {
        to.startGroup();
        int i = 0;
        for (var field : struct.fields().entrySet()) {
            field(to, field.getKey(), i, field.getValue(), values[i]);
            i++;
        }
        to.endGroup();
    }
}
