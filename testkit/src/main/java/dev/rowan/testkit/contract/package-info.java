/// Plugin contracts: a plugin's test is a short subclass of one of these.
@NullMarked
package dev.rowan.testkit.contract;

import org.jspecify.annotations.NullMarked;
