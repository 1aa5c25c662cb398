/// Files that rows name.
@NullMarked
package dev.rowan.api.file;

import org.jspecify.annotations.NullMarked;
