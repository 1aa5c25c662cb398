/// JSON documents with an array of objects.
@NullMarked
package dev.rowan.connectors.json;

import org.jspecify.annotations.NullMarked;
