/// The state that a resumed run starts from: its progress, and every row without an outcome.
@NullMarked
package dev.rowan.landscape.resume;

import org.jspecify.annotations.NullMarked;
