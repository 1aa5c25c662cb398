/// Prompt templates: a small, sandboxed subset of Jinja.
@NullMarked
package dev.rowan.providers.template;

import org.jspecify.annotations.NullMarked;
