/// Terminal output: streams, widths, colours, tables, number formats and sanitizing.
@NullMarked
package dev.rowan.cli.terminal;

import org.jspecify.annotations.NullMarked;
