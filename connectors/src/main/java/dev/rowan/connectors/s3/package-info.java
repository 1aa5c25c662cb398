/// S3, services that are compatible with it, and Google Cloud Storage by its XML API, as a storage of sources and
/// sinks.
@NullMarked
package dev.rowan.connectors.s3;

import org.jspecify.annotations.NullMarked;
