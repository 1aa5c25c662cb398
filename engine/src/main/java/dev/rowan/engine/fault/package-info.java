/// Where a run says how far it came, so that tests can let it die there.
@NullMarked
package dev.rowan.engine.fault;

import org.jspecify.annotations.NullMarked;
