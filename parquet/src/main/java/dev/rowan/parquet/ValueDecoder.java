package dev.rowan.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.connectors.file.Utf8;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/// Stored values of one column as values of rows: numbers are exact, times are ISO 8601 text, bytes are base64.
record ValueDecoder(PrimitiveType type, @Nullable LogicalTypeAnnotation logical) {
    private static final int JULIAN_EPOCH = 2_440_588;

    static ValueDecoder of(PrimitiveType type) {
        return new ValueDecoder(type, type.getLogicalTypeAnnotation());
    }

    Object whole(long value) {
        return switch (logical) {
            case DecimalLogicalTypeAnnotation decimal -> BigDecimal.valueOf(value, decimal.getScale());
            case DateLogicalTypeAnnotation _ -> LocalDate.ofEpochDay(value).toString();
            case TimestampLogicalTypeAnnotation time -> timestamp(value, time);
            case TimeLogicalTypeAnnotation time -> time(value, time.getUnit());
            case IntLogicalTypeAnnotation whole when !whole.isSigned() -> unsigned(value, whole.getBitWidth());
            case null, default -> value;
        };
    }

    private static Object unsigned(long value, int bits) {
        return bits == Long.SIZE && value < 0
                ? new BigInteger(Long.toUnsignedString(value))
                : bits == Integer.SIZE ? value & 0xFFFF_FFFFL : value;
    }

    private static String timestamp(long value, TimestampLogicalTypeAnnotation type) {
        Instant instant = Instant.EPOCH.plus(value, unit(type.getUnit()));
        return type.isAdjustedToUTC()
                ? instant.toString()
                : DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }

    private static String time(long value, TimeUnit unit) {
        return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.MIDNIGHT.plus(value, unit(unit)));
    }

    private static ChronoUnit unit(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> ChronoUnit.MILLIS;
            case MICROS -> ChronoUnit.MICROS;
            case NANOS -> ChronoUnit.NANOS;
        };
    }

    static Object real(double value) throws ValueConversionException {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new ValueConversionException("is " + value + ", which no row can hold");
        }
        return BigDecimal.valueOf(value);
    }

    /// A float with its own shortest digits.
    static Object real(float value) throws ValueConversionException {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            throw new ValueConversionException("is " + value + ", which no row can hold");
        }
        return new BigDecimal(Float.toString(value));
    }

    @Nullable
    Object bytes(Binary value) throws ValueConversionException {
        return switch (logical) {
            case StringLogicalTypeAnnotation _ -> text(value);
            case EnumLogicalTypeAnnotation _ -> text(value);
            case JsonLogicalTypeAnnotation _ -> json(value);
            case DecimalLogicalTypeAnnotation decimal ->
                new BigDecimal(new BigInteger(value.getBytes()), decimal.getScale());
            case UUIDLogicalTypeAnnotation _ -> uuid(value).toString();
            case Float16LogicalTypeAnnotation _ ->
                real(Float.float16ToFloat(
                        value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getShort()));
            case null, default ->
                type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT96
                        ? int96(value)
                        : Base64.getEncoder().encodeToString(value.getBytes());
        };
    }

    private static String text(Binary value) throws ValueConversionException {
        byte[] bytes = value.getBytesUnsafe();
        String text = new String(bytes, UTF_8);
        if (Utf8.isSuspect(text) && Utf8.firstMalformed(bytes, 0, bytes.length).isPresent()) {
            throw new ValueConversionException("is not valid UTF-8");
        }
        return text;
    }

    /// Whether a decoded value may be used for several rows.
    boolean isShareable() {
        return !(logical instanceof JsonLogicalTypeAnnotation);
    }

    private static @Nullable Object json(Binary value) throws ValueConversionException {
        try {
            return RowJson.readValue(value.getBytes());
        } catch (JsonException e) {
            return text(value);
        }
    }

    private static UUID uuid(Binary value) {
        ByteBuffer bytes = value.toByteBuffer();
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    /// Nanoseconds of a day, and the Julian day.
    private static String int96(Binary value) {
        ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanos = bytes.getLong();
        long day = bytes.getInt() - (long) JULIAN_EPOCH;
        return Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanos).toString();
    }
}
