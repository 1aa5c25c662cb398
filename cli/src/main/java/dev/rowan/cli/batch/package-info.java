/// `rowan batch`: the jobs of batch services that runs wait for, and a person's word on them.
@NullMarked
package dev.rowan.cli.batch;

import org.jspecify.annotations.NullMarked;
