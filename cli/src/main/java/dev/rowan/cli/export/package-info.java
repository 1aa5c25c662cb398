/// `rowan export`: the record as tables in files that other tools read.
@NullMarked
package dev.rowan.cli.export;

import org.jspecify.annotations.NullMarked;
