/// `rowan validate` and `rowan schema`: pipeline files without running them.
@NullMarked
package dev.rowan.cli.validate;

import org.jspecify.annotations.NullMarked;
