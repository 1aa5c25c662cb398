/// Contract tests, fakes and fixtures that a plugin author can use.
@NullMarked
package dev.rowan.testkit;

import org.jspecify.annotations.NullMarked;
