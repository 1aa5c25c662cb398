/// A run while it works and after it: how far it is, how fast, what it waits for, what it costs.
@NullMarked
package dev.rowan.web.run;

import org.jspecify.annotations.NullMarked;
