/// Text of PDF and HTML documents. The libraries are loaded with the first document.
@NullMarked
package dev.rowan.transforms.extract;

import org.jspecify.annotations.NullMarked;
