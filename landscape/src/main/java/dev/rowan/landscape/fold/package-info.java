/// What recorded events mean when they are read in order: values, counts, names.
@NullMarked
package dev.rowan.landscape.fold;

import org.jspecify.annotations.NullMarked;
