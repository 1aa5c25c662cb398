/// JSON Schemas in requests: generated instances, and the rules of strict modes.
@NullMarked
package dev.rowan.simulator.schema;

import org.jspecify.annotations.NullMarked;
