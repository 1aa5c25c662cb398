package dev.rowan.connectors.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Java objects of JDBC drivers as values of a row: exact numbers, ISO 8601 text, lists.
final class JdbcValues {
    private static final int MAX_YEAR = 9_999;

    private JdbcValues() {}

    /// `zoned`: whether a [Timestamp] is an instant. Throws [IllegalArgumentException] if a row cannot hold it.
    static @Nullable Object of(@Nullable Object value, boolean zoned) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean truth -> truth;
            case Integer n -> n.longValue();
            case Long n -> n;
            case Short n -> n.longValue();
            case Byte n -> n.longValue();
            case BigInteger n -> n;
            case BigDecimal n -> n;
            case Float n -> new BigDecimal(finite(n, n.isNaN() || n.isInfinite()));
            case Double n -> new BigDecimal(finite(n, n.isNaN() || n.isInfinite()));
            case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
            case UUID uuid -> uuid.toString();
            case Timestamp at -> of(zoned ? at.toInstant() : at.toLocalDateTime(), zoned);
            case java.sql.Date date -> of(date.toLocalDate(), zoned);
            case java.sql.Time time -> time.toLocalTime().toString();
            case LocalDate date -> inRange(date, date.getYear());
            case LocalTime time -> DateTimeFormatter.ISO_LOCAL_TIME.format(time);
            case LocalDateTime at -> {
                inRange(at, at.getYear());
                yield DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(at);
            }
            case OffsetDateTime at -> {
                inRange(at, at.getYear());
                yield at.toInstant().toString();
            }
            case Instant at -> at.toString();
            case Object[] items -> list(items, zoned);
            case List<?> items -> list(items.toArray(), zoned);
            default ->
                throw new IllegalArgumentException(
                        "a " + value.getClass().getName() + " does not map to a value of a row");
        };
    }

    private static String finite(Number number, boolean isNot) {
        if (isNot) {
            throw new IllegalArgumentException(number + " is not a number that a row can hold");
        }
        return number.toString();
    }

    /// Refuses `infinity` and years that ISO 8601 needs an agreement for.
    private static String inRange(Temporal date, int year) {
        if (year < 1 || year > MAX_YEAR) {
            throw new IllegalArgumentException("a date outside of the years 1 to " + MAX_YEAR + " cannot be read");
        }
        return date.toString();
    }

    private static List<@Nullable Object> list(@Nullable Object[] items, boolean zoned) {
        var list = new ArrayList<@Nullable Object>(items.length);
        for (Object item : items) {
            list.add(of(item, zoned));
        }
        return Collections.unmodifiableList(list);
    }
}
