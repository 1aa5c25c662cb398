/// The providers' own SDKs as referees: they must understand the simulator, and our requests must look like theirs.
@NullMarked
package dev.rowan.referees;

import org.jspecify.annotations.NullMarked;
