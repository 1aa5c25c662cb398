/// Costs of calls: a dated price list, estimates before a call and costs after it.
@NullMarked
package dev.rowan.providers.price;

import org.jspecify.annotations.NullMarked;
