package dev.rowan.api.call;

import dev.rowan.api.Reason;

/// The content at an address that a row names, or why there is none.
public sealed interface DownloadResult {
    record Content(Payload payload) implements DownloadResult {}

    record Failed(Reason reason) implements DownloadResult {}
}
