/// `rowan plugins`: the plugins and their options.
@NullMarked
package dev.rowan.cli.plugins;

import org.jspecify.annotations.NullMarked;
