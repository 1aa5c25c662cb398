package dev.rowan.api.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/// The value of unquoted text by the YAML 1.2 core schema: a number, a boolean, or the text itself.
///
/// A number of more than 100 characters or with an exponent of more than three digits stays text, since computing
/// with it would be slow.
public final class PlainScalar {
    private static final int MAX_NUMBER_LENGTH = 100;
    private static final Pattern DECIMAL_WHOLE = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]+");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

    private PlainScalar() {}

    /// A `Boolean`, `Long`, `BigInteger` or `BigDecimal`, or `text` itself.
    public static Object value(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> text.length() > MAX_NUMBER_LENGTH ? text : number(text);
        };
    }

    private static Object number(String text) {
        if (DECIMAL_WHOLE.matcher(text).matches()) {
            return whole(text, 10);
        }
        if (OCTAL.matcher(text).matches()) {
            return whole(text.substring(2), 8);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return whole(text.substring(2), 16);
        }
        return DECIMAL.matcher(text).matches() ? new BigDecimal(text) : text;
    }

    private static Object whole(String digits, int radix) {
        var number = new BigInteger(digits, radix);
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }
}
