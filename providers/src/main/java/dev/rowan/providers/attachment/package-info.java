/// Images and documents of rows as input of models.
@NullMarked
package dev.rowan.providers.attachment;

import org.jspecify.annotations.NullMarked;
