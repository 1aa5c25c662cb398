/// One rate limit shared by several processes: a leader runs the throttle for all, members report what they dispatch
/// and
/// get quotas.
@NullMarked
package dev.rowan.engine.quota;

import org.jspecify.annotations.NullMarked;
