/// Checks against the providers' official SDKs: they must work with the simulator, and our requests must equal theirs.
@NullMarked
package dev.rowan.referees;

import org.jspecify.annotations.NullMarked;
