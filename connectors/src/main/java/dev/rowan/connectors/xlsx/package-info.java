/// Sheets of Excel workbooks as a source.
@NullMarked
package dev.rowan.connectors.xlsx;

import org.jspecify.annotations.NullMarked;
