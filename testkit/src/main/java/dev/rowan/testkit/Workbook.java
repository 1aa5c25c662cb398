package dev.rowan.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A small Excel workbook, written by hand: sheets by name, each with the XML of its rows.
public final class Workbook {
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";

    private final List<String> names = new ArrayList<>();
    private final List<String> sheets = new ArrayList<>();

    /// A workbook with a few rows.
    public static byte[] sample() throws IOException {
        return new Workbook()
                .sheet("One", text("id") + text("text"), number("1") + text("eins"), number("2") + bool(true))
                .bytes();
    }

    public Workbook sheet(String name, String... rows) {
        names.add(name);
        var xml = new StringBuilder("<worksheet xmlns=\"" + MAIN + "\"><sheetData>");
        for (int i = 0; i < rows.length; i++) {
            if (!rows[i].isEmpty()) {
                xml.append("<row r=\"" + (i + 1) + "\">" + addressed(rows[i], i + 1) + "</row>");
            }
        }
        sheets.add(xml + "</sheetData></worksheet>");
        return this;
    }

    private static String addressed(String cells, int row) {
        String result = cells;
        for (char column = 'A'; result.contains("<c "); column++) {
            result = result.replaceFirst("<c ", "<c_ r=\"" + column + row + "\" ");
        }
        return result.replace("<c_ ", "<c ");
    }

    public static String text(String value) {
        return "<c t=\"inlineStr\"><is><t>" + value + "</t></is></c>";
    }

    public static String number(String value) {
        return "<c s=\"0\"><v>" + value + "</v></c>";
    }

    /// A number that is shown as a date.
    public static String date(String value) {
        return "<c s=\"1\"><v>" + value + "</v></c>";
    }

    public static String bool(boolean value) {
        return "<c t=\"b\"><v>" + (value ? 1 : 0) + "</v></c>";
    }

    public static String error(String value) {
        return "<c t=\"e\"><v>" + value + "</v></c>";
    }

    public byte[] bytes() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            var types = new StringBuilder("<Types xmlns=\"" + PACKAGE + "content-types\">"
                    + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                    + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
                    + type("/xl/workbook.xml", "sheet.main")
                    + type("/xl/styles.xml", "styles"));
            var workbook = new StringBuilder("<workbook xmlns=\"" + MAIN + "\" xmlns:r=\"" + OFFICE + "\"><sheets>");
            var relations = new StringBuilder(
                    "<Relationships xmlns=\"" + PACKAGE + "relationships\">" + relation("s", "styles", "styles.xml"));
            for (int i = 1; i <= names.size(); i++) {
                types.append(type("/xl/worksheets/sheet" + i + ".xml", "worksheet"));
                workbook.append("<sheet name=\"" + names.get(i - 1) + "\" sheetId=\"" + i + "\" r:id=\"r" + i + "\"/>");
                relations.append(relation("r" + i, "worksheet", "worksheets/sheet" + i + ".xml"));
                add(zip, "xl/worksheets/sheet" + i + ".xml", sheets.get(i - 1));
            }
            add(zip, "[Content_Types].xml", types + "</Types>");
            add(zip, "xl/workbook.xml", workbook + "</sheets></workbook>");
            add(zip, "xl/_rels/workbook.xml.rels", relations + "</Relationships>");
            add(
                    zip,
                    "xl/styles.xml",
                    "<styleSheet xmlns=\"" + MAIN + "\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/>"
                            + "<xf numFmtId=\"22\" applyNumberFormat=\"1\"/></cellXfs></styleSheet>");
            add(
                    zip,
                    "_rels/.rels",
                    "<Relationships xmlns=\"" + PACKAGE + "relationships\">"
                            + relation("w", "officeDocument", "xl/workbook.xml") + "</Relationships>");
        }
        return bytes.toByteArray();
    }

    private static String type(String part, String kind) {
        return "<Override PartName=\"" + part
                + "\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml." + kind + "+xml\"/>";
    }

    private static String relation(String id, String kind, String target) {
        return "<Relationship Id=\"" + id + "\" Type=\"" + OFFICE + "/" + kind + "\" Target=\"" + target + "\"/>";
    }

    private static void add(ZipOutputStream zip, String name, String xml) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + xml).getBytes(UTF_8));
        zip.closeEntry();
    }
}
