/// `rowan run`: runs a pipeline, shows how it goes, and tells how it ended.
@NullMarked
package dev.rowan.cli.run;

import org.jspecify.annotations.NullMarked;
