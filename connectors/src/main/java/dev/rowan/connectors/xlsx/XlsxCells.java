package dev.rowan.connectors.xlsx;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.jspecify.annotations.Nullable;

/// The values of cells: text, exact numbers, booleans, dates as ISO 8601 text, null for empty ones.
final class XlsxCells {
    private XlsxCells() {}

    /// A cell holds an error such as `#DIV/0!`, or a value that is not of its type.
    static final class ErrorCellException extends Exception {
        private static final long serialVersionUID = 1L;

        ErrorCellException(String found) {
            super(found);
        }
    }

    /// A cell whose number cannot be read has no value either, and is not empty.
    static boolean isEmpty(@Nullable Cell cell) {
        return cell == null || cell.getType() == CellType.EMPTY || (cell.getValue() == null && !isUnreadable(cell));
    }

    private static boolean isUnreadable(Cell cell) {
        return cell.getValue() == null
                && cell.getRawValue() != null
                && !cell.getRawValue().isEmpty();
    }

    /// Whether a cell shows nothing.
    static boolean isBlank(@Nullable Cell cell) {
        return cell == null || isEmpty(cell) || "".equals(cell.getValue());
    }

    static @Nullable Object value(@Nullable Cell cell) throws ErrorCellException {
        if (cell == null || isEmpty(cell)) {
            return null;
        }
        if (cell.getType() == CellType.ERROR || isUnreadable(cell)) {
            throw new ErrorCellException(
                    cell.getValue() == null
                            ? "the value '" + cell.getRawValue() + "', which is not of its type"
                            : "the error " + cell.getRawValue());
        }
        return switch (cell.getValue()) {
            case BigDecimal _ when isDate(cell.getDataFormatString()) -> date(cell.asDate());
            case BigDecimal number -> number.stripTrailingZeros().scale() <= 0 ? number.toBigInteger() : number;
            case Boolean flag -> flag;
            case Object other -> other.toString();
        };
    }

    /// The date alone where there is no time.
    private static String date(LocalDateTime date) {
        return date.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? date.toLocalDate().toString()
                : date.toString();
    }

    /// Whether a number format shows a date or time: it has one of their letters outside quotes and brackets.
    static boolean isDate(@Nullable String format) {
        if (format == null || format.equalsIgnoreCase("general")) {
            return false;
        }
        String plain = format.replaceAll("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.|_.", "");
        return plain.chars().anyMatch(c -> "yYdDhHsS".indexOf(c) >= 0)
                || plain.chars().allMatch(c -> "mM-/ ".indexOf(c) >= 0 && !plain.isBlank());
    }
}
