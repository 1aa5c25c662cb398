/// The databases under the landscape: addresses, connections, schema, and what their errors mean.
@NullMarked
package dev.rowan.landscape.store;

import org.jspecify.annotations.NullMarked;
