/// The filter that blocks rows by patterns, in time linear in their texts.
@NullMarked
package dev.rowan.transforms.keyword;

import org.jspecify.annotations.NullMarked;
