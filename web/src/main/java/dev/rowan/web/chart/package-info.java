/// Charts as SVG that the server draws: no script, sharp at every width, with their figures as a table.
@NullMarked
package dev.rowan.web.chart;

import org.jspecify.annotations.NullMarked;
