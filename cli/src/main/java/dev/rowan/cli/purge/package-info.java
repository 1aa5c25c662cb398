/// `rowan purge`: deletes values from the record.
@NullMarked
package dev.rowan.cli.purge;

import org.jspecify.annotations.NullMarked;
