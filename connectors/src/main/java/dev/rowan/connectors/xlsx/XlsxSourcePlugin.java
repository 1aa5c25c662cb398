package dev.rowan.connectors.xlsx;

import dev.rowan.connectors.file.FileSourcePlugin;

/// The source `xlsx`.
public final class XlsxSourcePlugin extends FileSourcePlugin {

    public XlsxSourcePlugin() {
        super("xlsx", "Reads a sheet of Excel workbooks row by row; dates are ISO 8601 text.", XlsxFormat.READING);
    }
}
