/// What all services' replies have in common: a JSON body, or a rejection of some class.
@NullMarked
package dev.rowan.providers.reply;

import org.jspecify.annotations.NullMarked;
