/// Calls to services: intents, attempts, receipts and cost.
@NullMarked
package dev.rowan.engine.call;

import org.jspecify.annotations.NullMarked;
