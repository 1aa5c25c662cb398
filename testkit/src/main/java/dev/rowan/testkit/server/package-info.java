/// Real servers for tests: PostgreSQL, and emulators of object stores that run as processes.
@NullMarked
package dev.rowan.testkit.server;

import org.jspecify.annotations.NullMarked;
