package dev.rowan.connectors.xlsx;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.InputRecords;
import dev.rowan.connectors.file.SpooledFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Sheet;
import org.jspecify.annotations.Nullable;

/// The rows of a sheet after its header. Owned by the reader's thread.
final class XlsxRecords implements InputRecords {
    private final SpooledFile file;
    private final ReadableWorkbook workbook;
    private final Stream<org.dhatim.fastexcel.reader.Row> stream;
    private final Iterator<org.dhatim.fastexcel.reader.Row> rows;
    private final Row.Names names;
    private final Optional<String> id;
    private long last;
    private boolean ended;

    private XlsxRecords(
            SpooledFile file,
            ReadableWorkbook workbook,
            Stream<org.dhatim.fastexcel.reader.Row> stream,
            String name,
            XlsxSettings settings)
            throws IOException {
        this.file = file;
        this.workbook = workbook;
        this.stream = stream;
        this.rows = stream.iterator();
        this.names = header(name, settings.headerRow());
        this.id = settings.id();
        this.last = settings.headerRow();
        if (id.isPresent() && names.indexOf(id.get()) < 0) {
            throw new PluginException(name + " has no column '" + id.get() + "', which 'id' names; its columns are "
                    + String.join(", ", names.list()));
        }
    }

    static XlsxRecords of(DecodedInput input, XlsxSettings settings) throws IOException {
        SpooledFile file = SpooledFile.of(input, ".xlsx");
        @Nullable ReadableWorkbook workbook = null;
        try {
            workbook = new ReadableWorkbook(file.path().toFile(), new ReadingOptions(true, true));
            Sheet sheet = sheet(input.name(), workbook, settings);
            return new XlsxRecords(file, workbook, sheet.openStream(), input.name(), settings);
        } catch (PluginException e) {
            close(workbook, file);
            throw e;
        } catch (IOException | RuntimeException e) {
            // whatever the reader throws at bytes from outside is the fault of the file
            close(workbook, file);
            throw new PluginException(
                    input.name() + " is not an Excel workbook (.xlsx): " + e.getMessage()
                            + "; save it as .xlsx, or as CSV for the source 'csv'",
                    e);
        }
    }

    private static Sheet sheet(String name, ReadableWorkbook workbook, XlsxSettings settings) throws PluginException {
        if (settings.sheet().isEmpty()) {
            return workbook.getFirstSheet();
        }
        return workbook.findSheet(settings.sheet().get())
                .orElseThrow(() -> new PluginException(name + " has no sheet '"
                        + settings.sheet().get() + "', which 'sheet' names; its sheets are "
                        + workbook.getSheets().map(Sheet::getName).collect(Collectors.joining(", "))));
    }

    private Row.Names header(String name, long headerRow) throws PluginException {
        while (rows.hasNext()) {
            var row = rows.next();
            if (row.getRowNum() >= headerRow) {
                return names(name, headerRow, row);
            }
        }
        throw new PluginException(
                name + " has no row " + headerRow + " with the names of the columns; check 'sheet' and 'header_row'");
    }

    private static Row.Names names(String name, long headerRow, org.dhatim.fastexcel.reader.Row row)
            throws PluginException {
        var names = new ArrayList<String>();
        for (int i = 0; i < row.getCellCount(); i++) {
            names.add(row.getCellText(i).strip());
        }
        while (!names.isEmpty() && names.getLast().isEmpty()) {
            names.removeLast();
        }
        boolean usable = row.getRowNum() == headerRow && !names.isEmpty() && !names.contains("");
        if (!usable || new HashSet<>(names).size() < names.size()) {
            throw new PluginException(
                    name + ": row " + headerRow + " must name each column, with different names, found '"
                            + String.join("', '", names) + "'; check 'header_row'");
        }
        return Row.Names.of(names);
    }

    @Override
    public Optional<RowFields> header() {
        return Optional.of(new RowFields(names.list(), true));
    }

    /// Known only at the end: the sheet is a part of a packed file.
    @Override
    public long taken() {
        return ended ? file.size() : 0;
    }

    @Override
    public Optional<Item> next() throws IOException {
        try {
            while (!ended && rows.hasNext()) {
                var row = rows.next();
                last = row.getRowNum();
                if (!row.stream().allMatch(XlsxCells::isBlank)) {
                    return Optional.of(item(row));
                }
            }
            ended = true;
            return Optional.empty();
        } catch (RuntimeException e) {
            // whatever the reader throws at bytes from outside is the fault of the file
            ended = true;
            Reason reason = Reason.of(
                            "broken_workbook", "the sheet cannot be read after row " + last + ": " + e.getMessage())
                    .with("row", last + 1);
            return Optional.of(new Item.Unreadable("row " + (last + 1), reason, ""));
        }
    }

    private Item item(org.dhatim.fastexcel.reader.Row row) {
        String position = "row " + row.getRowNum();
        List<@Nullable Object> values = new ArrayList<>(names.size());
        for (int i = 0; i < row.getCellCount() || i < names.size(); i++) {
            try {
                Object value = i < row.getCellCount() ? XlsxCells.value(row.getCell(i)) : null;
                if (i < names.size()) {
                    values.add(value);
                } else if (value != null) {
                    return unreadable(row, "ragged_row", "expected " + names.size() + " cells, found more");
                }
            } catch (XlsxCells.ErrorCellException e) {
                String column = i < names.size() ? names.at(i) : String.valueOf(i + 1);
                return unreadable(row, "error_cell", "column '" + column + "' has " + e.getMessage());
            }
        }
        Row fields = Row.of(names, values);
        return new Item.Record(position, fields, id.map(fields::get).map(Object::toString));
    }

    private static Item unreadable(org.dhatim.fastexcel.reader.Row row, String code, String message) {
        String raw =
                row.stream().map(cell -> cell == null ? "" : cell.getText()).collect(Collectors.joining("\t"));
        return new Item.Unreadable(
                "row " + row.getRowNum(), Reason.of(code, message).with("row", row.getRowNum()), raw);
    }

    @Override
    public void close() throws IOException {
        stream.close();
        close(workbook, file);
    }

    private static void close(@Nullable ReadableWorkbook workbook, SpooledFile file) throws IOException {
        try (file) {
            if (workbook != null) {
                workbook.close();
            }
        }
    }
}
