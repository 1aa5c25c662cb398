package dev.rowan.connectors.xlsx;

import dev.rowan.connectors.file.SourceFormat;

/// Sheets of Excel workbooks, for any origin. The library is loaded when a workbook is opened.
public final class XlsxFormat {
    public static final SourceFormat READING = SourceFormat.binary(XlsxSettings.OPTIONS, section -> {
        var settings = XlsxSettings.read(section);
        return input -> XlsxRecords.of(input, settings);
    });

    private XlsxFormat() {}
}
