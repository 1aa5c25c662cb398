/// The databases under the landscape: addresses, connections, schema and errors.
@NullMarked
package dev.rowan.landscape.store;

import org.jspecify.annotations.NullMarked;
