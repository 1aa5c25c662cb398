package dev.rowan.api.call;

import java.nio.file.Path;
import java.util.Optional;

/// An exchange whose request or reply is too large for memory.
///
/// `body` is sent instead of the request's own body, which is empty. With `into`, a 2xx reply is written to that
/// file, which is created or replaced, up to `maxBytes` bytes; the reply then has an empty body and the file's
/// SHA-256. Any other reply is kept in memory. After an aborted exchange the file holds a part.
public record Transfer(WireRequest request, Optional<FileBody> body, Optional<Path> into, long maxBytes) {}
