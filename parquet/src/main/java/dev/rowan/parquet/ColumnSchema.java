package dev.rowan.parquet;

import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Listing;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ColumnType.Struct;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/// Columns as a schema of the library; every value is optional.
final class ColumnSchema {
    /// The bytes of a decimal of 38 digits.
    static final int WIDE_DECIMAL = 16;

    private static final int INT32_DIGITS = 9;
    private static final int INT64_DIGITS = 18;

    private ColumnSchema() {}

    static MessageType of(List<ParquetColumn> columns) {
        return new MessageType(
                "rows",
                columns.stream()
                        .map(column -> type(column.name(), column.type()))
                        .toList());
    }

    private static Type type(String name, ColumnType type) {
        return switch (type) {
            case Simple simple -> simple(name, simple);
            case Decimal decimal -> decimal(name, decimal);
            case Listing(var element) ->
                Types.optionalList().element(type("element", element)).named(name);
            case Struct(var fields) -> struct(name, fields);
        };
    }

    private static Type struct(String name, Map<String, ColumnType> fields) {
        var group = Types.optionalGroup();
        fields.forEach((field, type) -> group.addField(type(field, type)));
        return group.named(name);
    }

    private static Type simple(String name, Simple type) {
        return switch (type) {
            case TEXT -> primitive(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), name);
            case JSON -> primitive(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.jsonType(), name);
            case INT64 -> Types.optional(PrimitiveTypeName.INT64).named(name);
            case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
            case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
            case TIMESTAMP ->
                primitive(PrimitiveTypeName.INT64, LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS), name);
            case DATETIME ->
                primitive(PrimitiveTypeName.INT64, LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS), name);
            case DATE -> primitive(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name);
            case TIME ->
                primitive(PrimitiveTypeName.INT64, LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS), name);
            case BYTES -> Types.optional(PrimitiveTypeName.BINARY).named(name);
        };
    }

    private static Type primitive(PrimitiveTypeName physical, LogicalTypeAnnotation logical, String name) {
        return Types.optional(physical).as(logical).named(name);
    }

    private static Type decimal(String name, Decimal type) {
        var logical = LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
        PrimitiveTypeName physical = physical(type);
        return physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                ? Types.optional(physical).length(WIDE_DECIMAL).as(logical).named(name)
                : primitive(physical, logical, name);
    }

    static PrimitiveTypeName physical(Decimal type) {
        return type.precision() <= INT32_DIGITS
                ? PrimitiveTypeName.INT32
                : type.precision() <= INT64_DIGITS ? PrimitiveTypeName.INT64 : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    }
}
