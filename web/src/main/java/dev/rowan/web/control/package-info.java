/// Control of running runs: the API, the panels and applied changes.
@NullMarked
package dev.rowan.web.control;

import org.jspecify.annotations.NullMarked;
