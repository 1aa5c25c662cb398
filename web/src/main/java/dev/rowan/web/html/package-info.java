/// Pages as pieces that escape themselves, and the frame that all pages share.
@NullMarked
package dev.rowan.web.html;

import org.jspecify.annotations.NullMarked;
