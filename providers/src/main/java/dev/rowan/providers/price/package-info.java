/// What calls cost: a dated table of prices, estimates before a call and costs after it.
@NullMarked
package dev.rowan.providers.price;

import org.jspecify.annotations.NullMarked;
