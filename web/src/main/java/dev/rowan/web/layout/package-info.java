/// The layout of all pages: head, navigation, tabs of a run, badges.
@NullMarked
package dev.rowan.web.layout;

import org.jspecify.annotations.NullMarked;
