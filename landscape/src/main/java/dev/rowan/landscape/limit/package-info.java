/// Rate limits that processes share, in PostgreSQL.
@NullMarked
package dev.rowan.landscape.limit;

import org.jspecify.annotations.NullMarked;
