/// Object storage for the files of batches: S3 and the XML API of Google Cloud Storage, as far as batches need it.
@NullMarked
package dev.rowan.simulator.bucket;

import org.jspecify.annotations.NullMarked;
