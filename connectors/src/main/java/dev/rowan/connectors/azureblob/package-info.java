/// Blobs of Azure Storage, read and written over its REST interface.
@NullMarked
package dev.rowan.connectors.azureblob;

import org.jspecify.annotations.NullMarked;
