/// Text on a screen: streams, widths, colours, tables, figures, and text made safe to show.
@NullMarked
package dev.rowan.cli.terminal;

import org.jspecify.annotations.NullMarked;
