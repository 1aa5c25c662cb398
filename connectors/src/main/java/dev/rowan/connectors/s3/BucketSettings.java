package dev.rowan.connectors.s3;

import dev.rowan.api.plugin.PluginSetup;
import java.io.IOException;

/// A bucket as configured, and what is meant in it.
interface BucketSettings {

    S3Location location();

    /// The bucket with its secrets. Sends nothing.
    S3Bucket resolve(PluginSetup setup) throws IOException, InterruptedException;
}
