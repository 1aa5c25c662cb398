/// Requests to cloud services: encoding, signatures, retries.
@NullMarked
package dev.rowan.cloud.request;

import org.jspecify.annotations.NullMarked;
