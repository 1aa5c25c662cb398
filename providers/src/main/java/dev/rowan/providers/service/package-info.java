/// What every service needs from the settings and gives to the account: its address, its key, its receipts.
@NullMarked
package dev.rowan.providers.service;

import org.jspecify.annotations.NullMarked;
