/// `rowan export`: exports the record as tables for other tools.
@NullMarked
package dev.rowan.cli.export;

import org.jspecify.annotations.NullMarked;
