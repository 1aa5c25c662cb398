package dev.rowan.connectors.csv;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.connectors.file.TextCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// The header of a csv file.
final class CsvHeader {
    /// More columns indicate a wrong delimiter or a file that is not csv.
    static final int MAX_COLUMNS = 100_000;

    private CsvHeader() {}

    /// Reads the header at the start of the input.
    static Row.Names read(String name, RecordWindow window, CsvScanner scanner) throws IOException {
        if (!scanner.next()) {
            throw new PluginException(name + " is empty: expected a header line with the names of the columns");
        }
        refuseWhatIsNoText(name, window, scanner);
        if (scanner.isUnclosed() || scanner.hasStrayQuote()) {
            throw new PluginException(
                    name + " line " + scanner.line() + ": the header's quotes do not match; check 'quote'");
        }
        if (scanner.fields() > MAX_COLUMNS) {
            throw new PluginException(
                    name + " has " + scanner.fields() + " columns, more than " + MAX_COLUMNS + "; check 'delimiter'");
        }
        List<String> names = names(scanner);
        refuseUnusableNames(name, names);
        return Row.Names.of(names);
    }

    /// The fields of the current record.
    static List<String> names(CsvScanner scanner) {
        var names = new ArrayList<String>(scanner.fields());
        for (int i = 0; i < scanner.fields(); i++) {
            names.add(scanner.text(i));
        }
        return names;
    }

    private static void refuseWhatIsNoText(String name, RecordWindow window, CsvScanner scanner)
            throws PluginException {
        int to = Math.min(scanner.stop(), window.end());
        TextCheck.refuseBinary(name, window.bytes(), window.start(), to, window.taken());
        if (window.isTooLarge(scanner.stop())) {
            throw new PluginException(
                    "%s: the header has %d bytes, more than the %d of 'max_record_bytes'; check that it is a csv file"
                            .formatted(name, window.length(scanner.stop()), window.limit()));
        }
        TextCheck.refuseOtherEncodings(name, window.bytes(), window.start(), to, window.taken());
    }

    private static void refuseUnusableNames(String name, List<String> names) throws PluginException {
        var columns = new HashMap<String, Integer>();
        for (int i = 0; i < names.size(); i++) {
            String column = names.get(i);
            if (column.isBlank()) {
                throw new PluginException(name + ": column " + (i + 1) + " of the header has no name; give it one");
            }
            Integer earlier = columns.put(column, i);
            if (earlier != null) {
                throw new PluginException("%s: columns %d and %d of the header are both named '%s'; rename one"
                        .formatted(name, earlier + 1, i + 1, column));
            }
        }
    }
}
