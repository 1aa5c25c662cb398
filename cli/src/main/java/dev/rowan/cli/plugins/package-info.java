/// `rowan plugins`: what there is and how to set it.
@NullMarked
package dev.rowan.cli.plugins;

import org.jspecify.annotations.NullMarked;
