/// Buckets for the files of batches: S3 and Google Cloud Storage.
@NullMarked
package dev.rowan.providers.bucket;

import org.jspecify.annotations.NullMarked;
