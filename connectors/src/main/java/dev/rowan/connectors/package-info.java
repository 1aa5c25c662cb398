/// Sources and sinks, one package per kind.
@NullMarked
package dev.rowan.connectors;

import org.jspecify.annotations.NullMarked;
