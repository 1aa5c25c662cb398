/// What transforms that make several rows of one have in common.
@NullMarked
package dev.rowan.transforms.expand;

import org.jspecify.annotations.NullMarked;
