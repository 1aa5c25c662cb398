/// Signing in to clouds: keys and tokens from settings, environment, profiles, identity services and the metadata
/// services of machines, renewed before they expire.
@NullMarked
package dev.rowan.cloud.signin;

import org.jspecify.annotations.NullMarked;
