package dev.rowan.connectors.file;

import dev.rowan.api.plugin.Sink.Mark;
import java.security.MessageDigest;

/// An open target.
///
/// @param mark where rows continue
/// @param sha256 has the bytes of `mark`
/// @param openLine whether the bytes before it end in an unterminated line
public record OpenedOutput(OutputTarget target, Mark mark, MessageDigest sha256, boolean openLine) {}
