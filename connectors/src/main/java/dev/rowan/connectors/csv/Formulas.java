package dev.rowan.connectors.csv;

/// Neutralises cells that a spreadsheet would run as a formula, by an apostrophe prefix.
final class Formulas {
    /// Including full-width forms, which some spreadsheets accept.
    private static final String STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private Formulas() {}

    static String neutralised(String cell) {
        return isFormula(cell) ? "'" + cell : cell;
    }

    /// Neutralises a column name reversibly: a name that already looks neutralised gets an apostrophe too.
    static String neutralisedName(String name) {
        return isFormula(withoutApostrophes(name)) ? "'" + name : name;
    }

    /// The inverse of [#neutralisedName].
    static String originalName(String cell) {
        return cell.startsWith("'") && isFormula(withoutApostrophes(cell)) ? cell.substring(1) : cell;
    }

    private static String withoutApostrophes(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) == '\'') {
            at++;
        }
        return text.substring(at);
    }

    private static boolean isFormula(String cell) {
        return !cell.isEmpty() && STARTS.indexOf(cell.charAt(0)) >= 0 && !isPlainNumber(cell);
    }

    /// An optional sign, digits with an optional point, and an optional exponent.
    static boolean isPlainNumber(String text) {
        int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int whole = digits(text, at);
        at += whole;
        int fraction = 0;
        if (at < text.length() && text.charAt(at) == '.') {
            fraction = digits(text, at + 1);
            at += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int exponent = digits(text, at);
            at += exponent;
            return exponent > 0 && at == text.length();
        }
        return at == text.length();
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }
}
