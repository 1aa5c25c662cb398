/// Files on web servers as input of sources.
@NullMarked
package dev.rowan.connectors.web;

import org.jspecify.annotations.NullMarked;
