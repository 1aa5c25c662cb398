/// Named places where a run can be made to die, for tests and `rowan chaos`.
@NullMarked
package dev.rowan.api.fault;

import org.jspecify.annotations.NullMarked;
