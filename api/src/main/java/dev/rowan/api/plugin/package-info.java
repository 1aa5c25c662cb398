/// What a plugin implements: sources, transforms, aggregators and sinks, found by `ServiceLoader`.
@NullMarked
package dev.rowan.api.plugin;

import org.jspecify.annotations.NullMarked;
