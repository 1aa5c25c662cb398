/// The way to the services: claims, attempts, receipts and money of every call.
@NullMarked
package dev.rowan.engine.call;

import org.jspecify.annotations.NullMarked;
