/// Answers in JSON: the schema that is asked for, and the check that an answer keeps it.
@NullMarked
package dev.rowan.providers.schema;

import org.jspecify.annotations.NullMarked;
