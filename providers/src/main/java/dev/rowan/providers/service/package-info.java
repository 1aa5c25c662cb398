/// What all services have in common: addresses, keys, receipts, batch replies.
@NullMarked
package dev.rowan.providers.service;

import org.jspecify.annotations.NullMarked;
