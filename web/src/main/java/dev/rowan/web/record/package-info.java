/// The record of a run and its verification.
@NullMarked
package dev.rowan.web.record;

import org.jspecify.annotations.NullMarked;
