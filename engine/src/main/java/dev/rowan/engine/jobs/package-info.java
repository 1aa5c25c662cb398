/// Jobs of batch services as their record tells them: how far each is, what it costs, its files, and what a
/// person may do with it.
@NullMarked
package dev.rowan.engine.jobs;

import org.jspecify.annotations.NullMarked;
