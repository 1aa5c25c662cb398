/// JSON Schemas that requests carry: instances made for them, and the rules that strict modes set for them.
@NullMarked
package dev.rowan.simulator.schema;

import org.jspecify.annotations.NullMarked;
