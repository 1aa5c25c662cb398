package dev.rowan.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Listing;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ColumnType.Struct;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/// Values of rows as the library stores them. Text is parsed for columns of other types, as sources of text deliver
/// numbers and times so; empty text is null there.
final class ValueEncoder {
    private static final long NANOS_PER_MICRO = 1_000;

    private ValueEncoder() {}

    /// The stored form of `value`: a number, a Boolean, a [Binary], a list, or an array for a struct.
    static @Nullable Object of(ColumnType type, @Nullable Object value) throws ValueConversionException {
        if (value == null || ("".equals(value) && type != Simple.TEXT && type != Simple.JSON)) {
            return null;
        }
        return switch (type) {
            case Simple simple -> simple(simple, value);
            case Decimal decimal -> decimal(decimal, value);
            case Listing(var element) -> list(element, value);
            case Struct struct -> struct(struct, value);
        };
    }

    private static Object simple(Simple type, Object value) throws ValueConversionException {
        try {
            return switch (type) {
                case TEXT -> text(value);
                case JSON ->
                    Binary.fromConstantByteArray(value instanceof byte[] json ? json : RowJson.writeValue(value));
                case INT64 -> number(value).longValueExact();
                case DOUBLE -> number(value).doubleValue();
                case BOOLEAN -> flag(value);
                case TIMESTAMP -> micros(value instanceof Instant instant ? instant : instant(string(value)));
                case DATETIME -> micros(LocalDateTime.parse(string(value)).toInstant(ZoneOffset.UTC));
                case DATE -> Math.toIntExact(LocalDate.parse(string(value)).toEpochDay());
                case TIME -> LocalTime.parse(string(value)).toNanoOfDay() / NANOS_PER_MICRO;
                case BYTES -> Binary.fromConstantByteArray(Base64.getDecoder().decode(string(value)));
            };
        } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
            throw unfit(type, value);
        }
    }

    private static Binary text(Object value) throws ValueConversionException {
        return switch (value) {
            case String text -> utf8(text);
            case byte[] bytes -> Binary.fromConstantByteArray(bytes);
            default -> Binary.fromConstantByteArray(RowJson.writeValue(value));
        };
    }

    private static Binary utf8(String text) throws ValueConversionException {
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Binary.fromConstantByteArray(bytes.array(), bytes.arrayOffset(), bytes.remaining());
        } catch (CharacterCodingException e) {
            throw new ValueConversionException("contains an unpaired surrogate, which UTF-8 cannot encode");
        }
    }

    private static BigDecimal number(Object value) {
        return switch (value) {
            case Long whole -> BigDecimal.valueOf(whole);
            case BigInteger whole -> new BigDecimal(whole);
            case BigDecimal decimal -> decimal;
            case Usd usd -> usd.dollars();
            case String text -> parsed(text.strip());
            default -> throw new IllegalArgumentException("no number");
        };
    }

    private static BigDecimal parsed(String text) {
        var number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > 10_000) {
            throw new IllegalArgumentException("too many digits");
        }
        return number;
    }

    private static boolean flag(Object value) {
        return switch (value) {
            case Boolean flag -> flag;
            case String text when text.strip().equalsIgnoreCase("true") -> true;
            case String text when text.strip().equalsIgnoreCase("false") -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static String string(Object value) {
        if (value instanceof String text) {
            return text.strip();
        }
        throw new IllegalArgumentException("no text");
    }

    /// RFC 3339; without an offset it is UTC.
    private static Instant instant(String text) {
        String iso = text.indexOf(' ') == 10 ? text.substring(0, 10) + "T" + text.substring(11) : text;
        boolean zoned =
                iso.endsWith("Z") || iso.endsWith("z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
        return zoned
                ? OffsetDateTime.parse(iso).toInstant()
                : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static Object decimal(Decimal type, Object value) throws ValueConversionException {
        BigInteger digits;
        try {
            BigDecimal scaled = number(value).setScale(type.scale());
            digits = scaled.unscaledValue();
            if (scaled.precision() > type.precision()) {
                throw unfit(type, value);
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw unfit(type, value);
        }
        return switch (ColumnSchema.physical(type)) {
            case INT32 -> digits.intValueExact();
            case INT64 -> digits.longValueExact();
            default -> Binary.fromConstantByteArray(padded(digits));
        };
    }

    private static byte[] padded(BigInteger digits) {
        byte[] bytes = digits.toByteArray();
        var wide = new byte[ColumnSchema.WIDE_DECIMAL];
        Arrays.fill(wide, 0, wide.length - bytes.length, (byte) (digits.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, wide, wide.length - bytes.length, bytes.length);
        return wide;
    }

    private static List<@Nullable Object> list(ColumnType element, Object value) throws ValueConversionException {
        if (!(value instanceof List<?> values)) {
            throw unfit(new Listing(element), value);
        }
        var stored = new ArrayList<@Nullable Object>(values.size());
        for (Object one : values) {
            stored.add(of(element, one));
        }
        return stored;
    }

    private static @Nullable Object[] struct(Struct struct, Object value) throws ValueConversionException {
        if (!(value instanceof Map<?, ?> values)) {
            throw unfit(struct, value);
        }
        for (Object name : values.keySet()) {
            if (!struct.fields().containsKey(String.valueOf(name))) {
                throw new ValueConversionException("has the field '" + name + "', which " + struct + " does not");
            }
        }
        @Nullable Object[] stored = new @Nullable Object[struct.fields().size()];
        int i = 0;
        for (var field : struct.fields().entrySet()) {
            stored[i++] = of(field.getValue(), values.get(field.getKey()));
        }
        return stored;
    }

    private static ValueConversionException unfit(ColumnType type, Object value) {
        String shown = value instanceof String text
                ? "'" + text + "'"
                : new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
        return new ValueConversionException(
                "must be " + type + ", got " + (shown.length() > 60 ? shown.substring(0, 60) + "…" : shown));
    }
}
