/// Executes transforms: visits, retries, and the routing of batch answers.
@NullMarked
package dev.rowan.engine.transform;

import org.jspecify.annotations.NullMarked;
