/// Shared by all services: addresses, keys, receipts, batch replies.
@NullMarked
package dev.rowan.providers.service;

import org.jspecify.annotations.NullMarked;
