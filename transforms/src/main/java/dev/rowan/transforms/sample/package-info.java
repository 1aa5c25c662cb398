/// A reproducible sample of rows.
@NullMarked
package dev.rowan.transforms.sample;

import org.jspecify.annotations.NullMarked;
