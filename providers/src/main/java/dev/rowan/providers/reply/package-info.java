/// What replies of all services have in common: a JSON body, or a rejection.
@NullMarked
package dev.rowan.providers.reply;

import org.jspecify.annotations.NullMarked;
