/// `rowan validate` and `rowan schema`: checks for pipeline files.
@NullMarked
package dev.rowan.cli.validate;

import org.jspecify.annotations.NullMarked;
