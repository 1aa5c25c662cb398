/// Charts as SVG, rendered on the server without a script, with their data as a table.
@NullMarked
package dev.rowan.web.chart;

import org.jspecify.annotations.NullMarked;
