/// What a run that is gone on with finds: how far it came, and every row that has no outcome yet.
@NullMarked
package dev.rowan.landscape.resume;

import org.jspecify.annotations.NullMarked;
