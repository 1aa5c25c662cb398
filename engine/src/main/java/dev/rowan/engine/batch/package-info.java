/// Calls that go through providers' batch services: rows are parked, jobs planned, submitted, watched and
/// settled.
@NullMarked
package dev.rowan.engine.batch;

import org.jspecify.annotations.NullMarked;
