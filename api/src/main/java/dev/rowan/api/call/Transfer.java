package dev.rowan.api.call;

import java.nio.file.Path;
import java.util.Optional;

/// An exchange whose request or reply is too large for memory.
///
/// With `body` it is sent in the place of the request's own body, which is empty. With `into` a reply with a
/// status of 2xx is written to that file, which is made or replaced, up to `most` bytes: the reply told has
/// an empty body then, and the SHA-256 of what was written. Every other reply is kept in memory as always.
/// What stands in the file after an exchange that broke off is a part of it.
public record Transfer(WireRequest request, Optional<FileBody> body, Optional<Path> into, long most) {}
