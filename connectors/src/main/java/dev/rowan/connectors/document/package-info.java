/// Files as rows.
@NullMarked
package dev.rowan.connectors.document;

import org.jspecify.annotations.NullMarked;
