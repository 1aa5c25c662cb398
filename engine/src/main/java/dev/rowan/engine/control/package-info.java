/// Supervision of a live run: samples, recorded limits and outages, and control requests.
@NullMarked
package dev.rowan.engine.control;

import org.jspecify.annotations.NullMarked;
