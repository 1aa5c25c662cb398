/// How a run starts: the caller's request and environment, the checks before anything is written, and the opened
/// record.
@NullMarked
package dev.rowan.engine.startup;

import org.jspecify.annotations.NullMarked;
