package dev.rowan.parquet;

import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Listing;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ColumnType.Struct;
import java.util.LinkedHashMap;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/// The column type that holds what is read from a column of a file.
final class SchemaConverter {
    private static final int UINT64_DIGITS = 20;

    private SchemaConverter() {}

    static ColumnType of(Type type) {
        if (type.isRepetition(Type.Repetition.REPEATED)) {
            return new Listing(single(type));
        }
        return single(type);
    }

    private static ColumnType single(Type type) {
        if (type.isPrimitive()) {
            return primitive(type.asPrimitiveType());
        }
        GroupType group = type.asGroupType();
        if (NestedTypes.isList(group)) {
            return new Listing(single(NestedTypes.element(group)));
        }
        if (NestedTypes.isMap(group)) {
            return Simple.JSON;
        }
        var fields = new LinkedHashMap<String, ColumnType>();
        group.getFields().forEach(field -> fields.put(field.getName(), of(field)));
        return fields.isEmpty() || fields.keySet().stream().anyMatch(name -> name.matches(".*[(),:\\s].*"))
                ? Simple.JSON
                : new Struct(fields);
    }

    private static ColumnType primitive(PrimitiveType type) {
        LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
        return switch (logical) {
            case DecimalLogicalTypeAnnotation decimal
            when decimal.getPrecision() <= Decimal.MAX_PRECISION ->
                new Decimal(decimal.getPrecision(), decimal.getScale());
            case DecimalLogicalTypeAnnotation _ -> Simple.TEXT;
            case IntLogicalTypeAnnotation whole
            when !whole.isSigned() && whole.getBitWidth() == Long.SIZE -> new Decimal(UINT64_DIGITS, 0);
            case IntLogicalTypeAnnotation _ -> Simple.INT64;
            case TimestampLogicalTypeAnnotation time -> time.isAdjustedToUTC() ? Simple.TIMESTAMP : Simple.DATETIME;
            case LogicalTypeAnnotation.DateLogicalTypeAnnotation _ -> Simple.DATE;
            case LogicalTypeAnnotation.TimeLogicalTypeAnnotation _ -> Simple.TIME;
            case LogicalTypeAnnotation.JsonLogicalTypeAnnotation _ -> Simple.JSON;
            case LogicalTypeAnnotation.StringLogicalTypeAnnotation _,
                    LogicalTypeAnnotation.EnumLogicalTypeAnnotation _,
                    LogicalTypeAnnotation.UUIDLogicalTypeAnnotation _ -> Simple.TEXT;
            case LogicalTypeAnnotation.Float16LogicalTypeAnnotation _ -> Simple.DOUBLE;
            case null, default -> physical(type);
        };
    }

    private static ColumnType physical(PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case INT32, INT64 -> Simple.INT64;
            case FLOAT, DOUBLE -> Simple.DOUBLE;
            case BOOLEAN -> Simple.BOOLEAN;
            case INT96 -> Simple.TIMESTAMP;
            case BINARY, FIXED_LEN_BYTE_ARRAY -> Simple.BYTES;
        };
    }
}
