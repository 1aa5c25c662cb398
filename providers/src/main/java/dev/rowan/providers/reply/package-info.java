/// Shared by the replies of all services: a JSON body, or a rejection.
@NullMarked
package dev.rowan.providers.reply;

import org.jspecify.annotations.NullMarked;
