/// The single writer of a run: encodes entries as events, groups, chains, inserts and commits them.
@NullMarked
package dev.rowan.landscape.write;

import org.jspecify.annotations.NullMarked;
