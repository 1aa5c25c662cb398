/// `preview` and `estimate`: what a pipeline would send and take, before anything is sent or paid.
@NullMarked
package dev.rowan.cli.plan;

import org.jspecify.annotations.NullMarked;
