/// What every plugin of a kind must hold to: its test is a short subclass of one of these.
@NullMarked
package dev.rowan.testkit.contract;

import org.jspecify.annotations.NullMarked;
