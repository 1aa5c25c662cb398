/// Azure Storage blobs as a source and a sink, over the REST API.
@NullMarked
package dev.rowan.connectors.azureblob;

import org.jspecify.annotations.NullMarked;
