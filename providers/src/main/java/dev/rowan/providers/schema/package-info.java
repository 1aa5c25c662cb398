/// JSON Schemas and the validation of answers.
@NullMarked
package dev.rowan.providers.schema;

import org.jspecify.annotations.NullMarked;
