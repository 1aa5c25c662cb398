/// The frame that all pages share: head, navigation, tabs of a run, badges.
@NullMarked
package dev.rowan.web.layout;

import org.jspecify.annotations.NullMarked;
