/// Prompts with places for a row's values: a small language in the manner of Jinja, without a way out.
@NullMarked
package dev.rowan.providers.template;

import org.jspecify.annotations.NullMarked;
