/// What the record of an earlier run allows: resuming it, or continuing it in a new run.
@NullMarked
package dev.rowan.engine.resume;

import org.jspecify.annotations.NullMarked;
