/// What the storages that are reached over HTTP have in common: ranged reads, retries, patterns, replies in XML.
@NullMarked
package dev.rowan.connectors.storage;

import org.jspecify.annotations.NullMarked;
