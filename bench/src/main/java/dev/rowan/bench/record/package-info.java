/// Working with a recorded run: replay, resume, proofs.
@NullMarked
package dev.rowan.bench.record;

import org.jspecify.annotations.NullMarked;
