/// Renaming, dropping and choosing fields.
@NullMarked
package dev.rowan.transforms.mapper;

import org.jspecify.annotations.NullMarked;
