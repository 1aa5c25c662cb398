/// Forecasts of runs by what earlier runs used.
@NullMarked
package dev.rowan.cli.forecast;

import org.jspecify.annotations.NullMarked;
