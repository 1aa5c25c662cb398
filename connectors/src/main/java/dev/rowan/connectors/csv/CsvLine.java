package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.LineBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes cells as one line, quoted if necessary.
final class CsvLine {
    private final char delimiter;
    private final char quote;

    CsvLine(CsvDialect dialect) {
        this.delimiter = dialect.delimiter();
        this.quote = dialect.quote();
    }

    /// Writes the line without its line feed.
    void write(List<String> cells, LineBuffer out) {
        if (cells.size() == 1 && cells.getFirst().isEmpty()) {
            // a blank line would not be a record
            out.write(quote);
            out.write(quote);
            return;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                out.write(delimiter);
            }
            cell(cells.get(i), out);
        }
    }

    private void cell(String cell, LineBuffer out) {
        bytes(quoted(cell), out);
    }

    /// The cell, quoted if necessary.
    String quoted(String cell) {
        if (!needsQuotes(cell)) {
            return cell;
        }
        String once = String.valueOf(quote);
        return once + (cell.indexOf(quote) < 0 ? cell : cell.replace(once, once + once)) + once;
    }

    private static void bytes(String text, LineBuffer out) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.write(utf8, 0, utf8.length);
    }

    /// A byte order mark needs quotes too, or it would be dropped at the start of the file.
    private boolean needsQuotes(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == delimiter || c == quote || c == '\n' || c == '\r' || c == '\uFEFF') {
                return true;
            }
        }
        return false;
    }

    /// Whether UTF-8 can encode the cell: an unpaired surrogate cannot be encoded.
    static boolean isWritable(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < cell.length()
                        && Character.isLowSurrogate(cell.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
